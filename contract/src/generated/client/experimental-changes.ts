// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Snooze an issue. */
export const issueSnooze = /* @__PURE__ */ extensionCall('issueSnooze', 'PUT', '/experimental/v1/issue-snoozes/{issue}')
/** End the snooze of an issue. */
export const issueWake = /* @__PURE__ */ extensionCall('issueWake', 'DELETE', '/experimental/v1/issue-snoozes/{issue}')
/** Run project-scoped timeseries query. */
export const timeseriesQuery = /* @__PURE__ */ call('timeseriesQuery', 'POST', '/v1/timeseries/query')
