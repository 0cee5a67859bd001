import { fetchScope } from '../kinds/image-fetch.ts'
import { cancelFetches, refuseJobs, type Withdrawal } from '../kinds/withdrawal.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { enqueue } from '../tasks/queue.ts'

type User = { id: string; silo_id: string }

/**
 * Ends the bulk jobs and image fetches of a user that were begun with withdrawn credentials: what was begun with a stolen one must
 * not go on. A sign-out or an expiry ends nothing.
 */
export async function endWork(context: Context, user: User, which: Withdrawal): Promise<void> {
  for (const job of await refuseJobs(context, user.id, which))
    await enqueue(context, 'bulk-job', job, { siloId: user.silo_id })
  for (const fetch of await cancelFetches(context, user.id, which))
    await enqueue(context, 'image-fetch', fetch.id, fetchScope(fetch))
}

/** The same for the caller's own work. @param withdrawn the id of the session or access token. */
export function endOwnWork(context: Context, withdrawn: string): Promise<void> {
  const { userId, siloId } = actorOf(context)
  return endWork(context, { id: userId, silo_id: siloId }, { withdrawn })
}
