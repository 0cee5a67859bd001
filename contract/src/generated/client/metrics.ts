// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List the changes of provisioned resources of your silo, or of a project. */
export const siloMetric = /* @__PURE__ */ call('siloMetric', 'GET', '/v1/metrics/{metricName}')
