import { fetchScope } from '../../kinds/image-fetch.ts'
import { cancelFetches, refuseJobs, type Withdrawal } from '../../kinds/withdrawal.ts'
import type { Context } from '../../kit/context.ts'
import { enqueue } from '../../tasks/queue.ts'

/**
 * Ends the bulk jobs and image fetches of a user that were begun with withdrawn credentials: what was begun with a stolen one must
 * not go on. A sign-out or an expiry ends nothing.
 */
export async function endWork(context: Context, userId: string, which: Withdrawal): Promise<void> {
  await refuseJobs(context, userId, which)
  for (const fetch of await cancelFetches(context, userId, which))
    await enqueue(context, 'image-fetch', fetch.id, fetchScope(fetch))
}
