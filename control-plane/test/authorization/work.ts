import { row, NO_ID, type Rows } from './rows.ts'

/** What happens, and what is to be done to many at once. */
export const workRows = {
  ping: row('public'),
  eventStream: row('signedIn'),
  // Jobs are their maker's own; what is in them is asked for with the maker's rights, one by one.
  bulkJobList: row('signedIn'),
  bulkJobCreate: row('signedIn', () => ({ body: { operation: 'disk_delete', ids: [NO_ID] } })),
  bulkJobView: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  bulkJobItemList: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  bulkJobRetry: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
} satisfies Rows
