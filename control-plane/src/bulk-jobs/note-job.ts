import type { BulkJobRow } from '../database/schema.ts'
import { record } from '../kit/changes.ts'
import type { Context } from '../kit/context.ts'

/** Tells the user who made a job that it was made or has progressed. */
export function noteJob(context: Context, job: BulkJobRow, action: 'created' | 'updated'): void {
  const about = { id: job.id, operation: job.operation, siloUserId: job.user_id }
  record(context, {
    kind: 'bulk-job',
    action,
    id: job.id,
    name: null,
    siloId: context.actor?.siloId ?? null,
    projectId: null,
    parentId: null,
    before: action === 'created' ? null : about,
    after: about,
  })
}
