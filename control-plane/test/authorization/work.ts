import { row, NO_ID, type Rows } from './rows.ts'

/** Events, and jobs on many resources. */
export const workRows = {
  ping: row('public'),
  eventStream: row('signedIn'),
  auditLogList: row('fleetRead', () => ({ query: { startTime: '2000-01-01T00:00:00Z' } })),
  // Jobs are visible to their creator only; each operation of a job runs with the creator's rights.
  bulkJobList: row('signedIn'),
  bulkJobCreate: row('projectRead', ({ idOf }) => ({
    body: { operation: 'disk_delete', ids: [idOf('disk')] },
  })),
  bulkJobView: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  bulkJobItemList: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  bulkJobRetry: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
} satisfies Rows
