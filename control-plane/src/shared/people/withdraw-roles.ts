import { withdrawSome } from '../../kinds/withdrawn-roles.ts'
import type { Context } from '../../kit/context/context.ts'
import type { Services } from '../../kit/context/services.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'
import { enqueue } from '../../tasks/queue.ts'
import type { Outcome } from '../../tasks/task-function.ts'

type Identity = { id: string; silo_id: string }

/**
 * Removes the roles of a user or a group that the transaction deletes, and logs the policies. An identity may be in the policies of all
 * 10,000 projects of a silo, so a task removes what exceeds a portion: a policy shows it a little longer, and nobody can use it.
 */
export async function withdrawRolesOf(context: Context, { id, silo_id: siloId }: Identity): Promise<void> {
  if (await withdrawSome(context, id)) await enqueue(context, 'withdraw-roles', id, { siloId })
}

/** Removes the next roles of a deleted user or group: the function of its task. */
export const withdrawRemaining = (services: Services, id: string): Promise<Outcome> =>
  inTransaction(systemContext(services, 'withdraw_roles'), async (context) => {
    for (const table of ['silo_user', 'silo_group'] as const) {
      const row = await context.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
      if (row) return undefined
    }
    return (await withdrawSome(context, id)) ? { again: 0 } : undefined
  })
