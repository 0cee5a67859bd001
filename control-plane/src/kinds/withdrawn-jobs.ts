import type { Actor } from '../kit/actor.ts'
import { type Context, now } from '../kit/context.ts'
import { unauthorized } from '../kit/errors.ts'
import { rawWriter } from '../kit/raw-writer.ts'
import { unlogged } from '../kit/unlogged.ts'

const MESSAGE = 'the session or access token that began this job was withdrawn; retry it if you still want it'

/** Returns the id of the session or the access token of a caller. */
export const credentialOf = ({ sessionId, token }: Actor): string | null => sessionId ?? token?.id ?? null

/** Makes a job depend on another credential: that of the user who retries it. */
export const setCredential = (context: Context, jobId: string, credentialId: string | null) =>
  rawWriter(context)
    .updateTable('bulk_job')
    .set({ credential_id: credentialId })
    .where('id', '=', jobId)
    .execute()

/**
 * Refuses the waiting parts of a user's bulk jobs, because credentials of the user were withdrawn: what was begun with a stolen
 * one must not go on. A sign-out or an expiry refuses nothing.
 * @param which the withdrawn credential, or the only one that was kept (null for none).
 */
export async function refuseJobs(
  context: Context,
  userId: string,
  which: { withdrawn: string } | { kept: string | null },
): Promise<void> {
  const jobs = context.db.selectFrom('bulk_job').select('id').where('user_id', '=', userId)
  const refused =
    'withdrawn' in which
      ? jobs.where('credential_id', '=', which.withdrawn)
      : jobs.where((job) =>
          job.or([job('credential_id', 'is', null), job('credential_id', '<>', which.kept ?? '')]),
        )
  await unlogged(context)
    .updateTable('bulk_job_item')
    .set({ state: 'failed', error_code: unauthorized().code, message: MESSAGE, time_done: now(context) })
    .where('job_id', 'in', refused)
    .where('state', '=', 'waiting')
    .execute()
}
