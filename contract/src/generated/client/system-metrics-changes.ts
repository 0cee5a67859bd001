// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Run timeseries query. */
export const systemTimeseriesQuery = /* @__PURE__ */ call('systemTimeseriesQuery', 'POST', '/v1/system/timeseries/query', [], {"expectedFailures":{"400":"a query may find no series to group, or have a mistake of the user"}})
