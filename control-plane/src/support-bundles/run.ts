import { MAX_BUNDLE_ATTEMPTS } from '@granary/domain/support-bundles.ts'
import type { SupportBundleRow } from '../database/schema.ts'
import { mayPass } from '../database/violations.ts'
import { type BundleFile, supportBundle, supportBundleRow } from '../kinds/support-bundle.ts'
import { inTime } from '../kit/base/in-time.ts'
import { describeError } from '../kit/base/describe-error.ts'
import { type Context, now } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { collect } from './collect.ts'
import { type Attempt, deleteParts, Superseded } from './parts.ts'
import { store, TooLarge } from './store.ts'

/**
 * Collects a bundle, or deletes one. A server that stops in the middle is followed by one that collects it anew, and
 * after three attempts the bundle has failed.
 * @param ending aborted when the server stops.
 */
export async function runSupportBundle(
  services: Services,
  id: string,
  ending: AbortSignal,
): Promise<Outcome> {
  const row = await supportBundleRow(services.db, id)
  if (!row || ending.aborted) return
  if (row.state === 'destroying') return destroy(services, id)
  if (row.state !== 'collecting') return
  if (row.attempts >= MAX_BUNDLE_ATTEMPTS)
    return fail(services, row, `The server stopped ${row.attempts} times while it collected the bundle.`)
  const attempt = { id, attempts: row.attempts + 1 }
  if (!(await begin(services, row, attempt))) return
  await deleteParts(services, id)
  try {
    const { size, files } = await collectInto(services, row, attempt, ending)
    await change(services, attempt, (context) => ({
      state: 'active',
      size,
      files: JSON.stringify(files),
      progress: 100,
      time_completed: now(context),
    }))
  } catch (error) {
    return afterFailure(services, attempt, error, ending)
  }
}

async function afterFailure(
  services: Services,
  attempt: Attempt,
  error: unknown,
  ending: AbortSignal,
): Promise<Outcome> {
  // The deletion has queued the task again, and another server goes on by itself.
  if (error instanceof Superseded) return
  if (ending.aborted) {
    // A stop is no failed attempt.
    await change(services, attempt, () => ({ attempts: attempt.attempts - 1 }))
    return { again: 0 }
  }
  if (mayPass(error)) throw error
  services.log('warn', 'support bundle was not collected', {
    bundle: attempt.id,
    error: describeError(error),
  })
  const row = await supportBundleRow(services.db, attempt.id)
  const reason =
    error instanceof TooLarge ? error.message : 'The bundle could not be stored. See the log of the server.'
  if (row) await fail(services, row, reason)
}

/** Notes an attempt. @returns whether the bundle still has to be collected. */
const begin = async (services: Services, row: SupportBundleRow, { attempts }: Attempt): Promise<boolean> =>
  (await change(services, { id: row.id, attempts: row.attempts }, () => ({
    attempts,
    progress: 0,
    files: '[]',
  }))) !== null

async function collectInto(
  services: Services,
  { since }: SupportBundleRow,
  attempt: Attempt,
  ending: AbortSignal,
): Promise<{ size: number; files: readonly BundleFile[] }> {
  const { bundles, clock, db, engine, compute } = services
  if (!bundles) throw new TooLarge('This server makes no support bundles.')
  const { files, done } = collect({
    source: { db, engine, compute, now: () => clock.now() },
    host: bundles.sections(),
    since: new Date(since),
    progress: async (soFar, progress) => {
      ending.throwIfAborted()
      if (await isShort(services)) throw new TooLarge('The disk of the server is nearly full.')
      const values = { progress, files: JSON.stringify(soFar) }
      if ((await change(services, attempt, () => values)) === null) throw new Superseded()
    },
    bounded: (work) => inTime(services, work),
    describe: messageOf,
  })
  const size = await store(services, attempt, bundles.pack(files), ending)
  return { size, files: done }
}

/** Returns a failure without its stack, because it is in the bundle. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const isShort = async ({ isShortOfSpace }: Services): Promise<boolean> => (await isShortOfSpace?.()) ?? false

/** Changes a bundle while an attempt collects it. @returns null if the attempt no longer does. */
const change = (
  services: Services,
  { id, attempts }: Attempt,
  values: (context: Context) => Partial<SupportBundleRow>,
): Promise<SupportBundleRow | null> =>
  inTransaction(systemContext(services, 'support_bundle'), async (context) => {
    const row = await supportBundleRow(context.db, id)
    if (row?.state !== 'collecting' || row.attempts !== attempts) return null
    return supportBundle.update(context, { row, scope: fleet }, values(context))
  })

async function fail(services: Services, row: SupportBundleRow, reason: string): Promise<void> {
  const failed = await change(services, row, (context) => ({
    state: 'failed',
    reason_for_failure: reason,
    files: '[]',
    time_completed: now(context),
  }))
  if (failed) await deleteParts(services, row.id)
}

async function destroy(services: Services, id: string): Promise<void> {
  await deleteParts(services, id)
  await inTransaction(systemContext(services, 'support_bundle'), async (context) => {
    const row = await supportBundleRow(context.db, id)
    if (row) await supportBundle.remove(context, { row, scope: fleet })
  })
}
