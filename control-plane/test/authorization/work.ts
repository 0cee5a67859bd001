import { row, NO_ID, type Rows } from './rows.ts'

const SNOOZED = `disk-unattached:${NO_ID}`

const RECENT_READS = 'get virtual_disk:reads | filter timestamp > @now() - 5m'

/** Events, metrics, and jobs on many resources. */
export const workRows = {
  ping: row('public'),
  eventStream: row('signedIn'),
  // Users see issues of what they can read. Snoozes are their own.
  issueList: row('signedIn'),
  issueCount: row('signedIn'),
  systemIssueList: row('fleetRead'),
  systemIssueCount: row('fleetRead'),
  issueSnooze: row('signedIn', () => ({
    path: { issue: SNOOZED },
    body: { until: new Date(Date.now() + 60_000).toISOString() },
  })),
  issueWake: row('signedIn', () => ({ path: { issue: SNOOZED } })),
  // Users see the changes of what they can read, and nothing of anything else.
  resourceHistory: row('signedIn', ({ idOf }) => ({ path: { resourceId: idOf('instance') } })),
  logRetentionView: row('fleetRead'),
  auditLogList: row('fleetRead', () => ({ query: { startTime: '2000-01-01T00:00:00Z' } })),
  systemTimeseriesSchemaList: row('fleetRead'),
  systemTimeseriesQuery: row('fleetRead', () => ({ body: { query: RECENT_READS } })),
  timeseriesQuery: row('projectRead', ({ of }) => ({
    query: { project: of('project') },
    body: { query: RECENT_READS },
  })),
  tagList: row('projectRead', ({ of }) => ({ query: { project: of('project') } })),
  tagView: row('projectRead', ({ idOf }) => ({ path: { kind: 'instance', resource: idOf('instance') } })),
  tagUpdate: row('projectWork', ({ idOf }) => ({
    path: { kind: 'instance', resource: idOf('instance') },
    body: { set: [{ key: 'env', value: 'prod' }], remove: [] },
  })),
  // Jobs are visible to their creator only; each operation of a job runs with the creator's rights.
  bulkJobList: row('signedIn'),
  bulkJobCreate: row('projectRead', ({ idOf }) => ({
    body: { operation: 'disk_delete', ids: [idOf('disk')] },
  })),
  bulkJobView: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  bulkJobItemList: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  bulkJobRetry: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
} satisfies Rows
