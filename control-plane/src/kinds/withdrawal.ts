import { unendedFetchStates } from '@granary/domain/image-fetches.ts'
import { sql } from 'kysely'
import type { ImageFetchRow } from '../database/schema.ts'
import type { Actor } from '../kit/base/actor.ts'
import { type Context, now } from '../kit/context/context.ts'
import { unauthorized } from '../kit/base/errors.ts'
import { rawWriter } from '../database/session.ts'
import { credentialOf } from '../kit/log/trail.ts'
import { MOVED_AT_ONCE, moveItems, setMoving, unfinishedJobs } from './bulk-job.ts'

/** Credentials of a user that were withdrawn: one, or all but the one that was kept (null for none). */
export type Withdrawal = { withdrawn: string } | { kept: string | null }

/** How work ends that was begun with a withdrawn credential. */
const WITHDRAWN = {
  error_code: unauthorized().code ?? null,
  message: 'the session or access token that began this was withdrawn; retry it if you still want it',
} as const

/** Returns the id of the session or the access token of a caller. */
export const credentialIdOf = (actor: Actor): string | null => credentialOf(actor)?.id ?? null

/** Makes a job depend on another credential: that of the user who retries it. */
export const setCredential = (context: Context, jobId: string, credentialId: string | null) =>
  rawWriter(context)
    .updateTable('bulk_job')
    .set({ credential_id: credentialId })
    .where('id', '=', jobId)
    .execute()

/** Returns the condition that work of a user was begun with a withdrawn credential. */
const isWithdrawn = (which: Withdrawal) =>
  'withdrawn' in which
    ? sql<boolean>`credential_id = ${which.withdrawn}`
    : sql<boolean>`(credential_id is null or credential_id <> ${which.kept ?? ''})`

/**
 * Refuses the waiting parts of a user's bulk jobs that were begun with withdrawn credentials. None of them runs from now on; the
 * tasks of the returned jobs refuse the parts of large jobs in portions, and write the ends into the change log.
 */
export async function refuseJobs(context: Context, userId: string, which: Withdrawal): Promise<string[]> {
  const ofUser = unfinishedJobs(context.db).select(['id', 'waiting']).where('user_id', '=', userId)
  const refused = await ofUser.where(isWithdrawn(which)).execute()
  let room = MOVED_AT_ONCE
  for (const { id, waiting } of refused) {
    await setMoving(context, id, 'refuse')
    if (waiting >= room) continue
    await refuseMore(context, id)
    room -= waiting
  }
  return refused.map(({ id }) => id)
}

/** Refuses a portion of the waiting parts of a job. */
export async function refuseMore(context: Context, jobId: string): Promise<void> {
  const waiting = await context.db
    .selectFrom('bulk_job_item')
    .select('resource_id')
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .limit(MOVED_AT_ONCE)
    .execute()
  const values = { ...WITHDRAWN, state: 'failed', time_done: now(context) } as const
  await moveItems(
    context,
    jobId,
    'waiting',
    values,
    waiting.map((item) => item.resource_id),
  )
  if (waiting.length < MOVED_AT_ONCE) await setMoving(context, jobId, null)
}

/**
 * Cancels a user's image fetches that were begun with withdrawn credentials. The change log has their ends, which the tasks of the
 * returned fetches write.
 */
export const cancelFetches = (
  context: Context,
  userId: string,
  which: Withdrawal,
): Promise<ImageFetchRow[]> =>
  rawWriter(context)
    .updateTable('image_fetch')
    .set({ ...WITHDRAWN, state: 'cancelling' })
    .where('user_id', '=', userId)
    .where('state', 'in', unendedFetchStates)
    .where(isWithdrawn(which))
    .returningAll()
    .execute()
