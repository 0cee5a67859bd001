import type { Services } from '../kit/context/services.ts'
import { unlogged } from '../kit/sql/unlogged.ts'

/** Age at which an open audit entry can no longer be completed (specification section 23); milliseconds. */
const OPEN_MS = 4 * 3_600_000

/** Closes audit entries that will never have an outcome, because their server stopped or lost its database. */
export async function closeOpenEntries(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = services.clock.now()
  await unlogged(services)
    .updateTable('audit_log')
    .set({ time_completed: now.toISOString(), result: 'unknown' })
    .where('time_completed', 'is', null)
    .where('time_started', '<', new Date(now.getTime() - OPEN_MS).toISOString())
    .execute()
}
