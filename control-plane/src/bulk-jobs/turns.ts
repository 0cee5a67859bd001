import { unfinishedJobs } from '../kinds/bulk-job.ts'
import type { Reader } from '../kit/context/reader.ts'

/** The jobs of a user with waiting items, in the order in which they run. */
const unfinished = (db: Reader, userId: string) =>
  unfinishedJobs(db)
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('place')
    // Jobs from before there were places.
    .orderBy('time_created')
    .orderBy('id')

/** Returns the job of a user that runs now. The user's other jobs wait for it. */
export const currentJob = async (db: Reader, userId: string): Promise<string | undefined> =>
  (await unfinished(db, userId).limit(1).executeTakeFirst())?.id

/** Returns how many jobs of a user run or wait. */
export const countUnfinished = async (db: Reader, userId: string): Promise<number> =>
  (await unfinished(db, userId).execute()).length

/** Returns the place of a user's next job, after all of their jobs. */
export async function nextPlace(db: Reader, userId: string): Promise<number> {
  const { last } = await db
    .selectFrom('bulk_job')
    .select((job) => job.fn.max('place').as('last'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
