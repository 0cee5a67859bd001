// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List the changes of provisioned resources of the fleet, or of a silo. */
export const systemMetric = /* @__PURE__ */ call('systemMetric', 'GET', '/v1/system/metrics/{metricName}')
/** List timeseries schemas. */
export const systemTimeseriesSchemaList = /* @__PURE__ */ call('systemTimeseriesSchemaList', 'GET', '/v1/system/timeseries/schemas')
