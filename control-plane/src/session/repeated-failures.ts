import type { OuterContext } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'
import { inLockedTransaction } from '../kit/resources/transaction.ts'
import { raiseLasting } from '../shared/alerts/raise.ts'

type Guessed = { userId: string | null; username: string; siloId: string; siloName: string }

/**
 * Raises an alert when a password was refused unchecked, because too many were wrong before. It ends some minutes after the last
 * refusal. A name that no user has may be a password, so it raises none.
 */
export async function noteRepeatedFailures(
  context: OuterContext,
  { userId, username, siloId, siloName }: Guessed,
  refusal: unknown,
): Promise<void> {
  if (userId === null || !(refusal instanceof ApiError) || refusal.status !== 429) return
  const payload = {
    message: `Many wrong passwords were entered for user ${username} of silo ${siloName}`,
    user_id: userId,
    user_name: username,
    silo_id: siloId,
    silo_name: siloName,
  }
  const subject = { kind: 'silo-user', id: userId, name: username, siloId }
  await inLockedTransaction(context, (inner) =>
    raiseLasting(inner, 'sign_in.repeated_failures', { subject, payload }, { passes: true }),
  )
}
