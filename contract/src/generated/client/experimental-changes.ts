// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Snooze an issue. */
export const issueSnooze = /* @__PURE__ */ extensionCall('issueSnooze', 'PUT', '/experimental/v1/issue-snoozes/{issue}')
/** End the snooze of an issue. */
export const issueWake = /* @__PURE__ */ extensionCall('issueWake', 'DELETE', '/experimental/v1/issue-snoozes/{issue}')
/** Add sleds to a rack. */
export const rackMembershipAddSleds = /* @__PURE__ */ call('rackMembershipAddSleds', 'POST', '/v1/system/hardware/racks/{rackId}/membership/add', ['rack-membership'])
/** Abort a change of the members of a rack. */
export const rackMembershipAbort = /* @__PURE__ */ call('rackMembershipAbort', 'POST', '/v1/system/hardware/racks/{rackId}/membership/abort', ['rack-membership'])
/** Run project-scoped timeseries query. */
export const timeseriesQuery = /* @__PURE__ */ call('timeseriesQuery', 'POST', '/v1/timeseries/query', [], {"expectedFailures":{"400":"a query may find no series to group, or have a mistake of the user"}})
