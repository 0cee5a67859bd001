import { systemUpdate, systemUpdateOf } from '../../kinds/system-update.ts'
import { fleet } from '../../kit/resources/authorization.ts'
import type { Context } from '../../kit/context/context.ts'

/**
 * Stops the update until a recovery is finished.
 * @param reason sentence for operators, with or without its period.
 * @param contactSupport whether a component has to be repaired.
 */
export async function suspend(context: Context, reason: string, contactSupport: boolean): Promise<void> {
  const row = await systemUpdateOf(context)
  if (row.suspended_reason !== null) return
  const values = {
    suspended_reason: reason.replace(/\.?$/, '.'),
    contact_support: contactSupport ? (1 as const) : (0 as const),
  }
  await systemUpdate.update(context, { row, scope: fleet }, values)
}
