import { imageFetchRow } from '../../kinds/image-fetch.ts'
import { Cancelled, type FetchRun } from './stage.ts'

/** Milliseconds between two looks. A user who cancels waits for that long at most. */
const LOOK_INTERVAL_MS = 1_000

/**
 * Runs a stage that may wait for a site without a report of progress. Aborts it soon after the fetch is no longer wanted.
 * @throws Cancelled, and the errors of the stage.
 */
export async function whileWanted<Result>(
  run: FetchRun,
  stage: (run: FetchRun) => Promise<Result>,
): Promise<Result> {
  const unwanted = new AbortController()
  const look = async () => {
    // A database that doesn't answer is no answer.
    const row = await imageFetchRow(run.services.db, run.id).catch(() => null)
    if (row === undefined || row?.state === 'cancelling') unwanted.abort(new Cancelled())
  }
  const timer = setInterval(() => void look(), LOOK_INTERVAL_MS)
  try {
    return await stage({ ...run, ending: AbortSignal.any([run.ending, unwanted.signal]) })
  } catch (error) {
    throw unwanted.signal.aborted ? unwanted.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}
