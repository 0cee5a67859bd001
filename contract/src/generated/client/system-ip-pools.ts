// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List IP pools. */
export const systemIpPoolList = /* @__PURE__ */ call('systemIpPoolList', 'GET', '/v1/system/ip-pools', [], {"choices":"IP pools"})
/** Fetch IP pool. */
export const systemIpPoolView = /* @__PURE__ */ call('systemIpPoolView', 'GET', '/v1/system/ip-pools/{pool}')
/** Fetch utilization of IP pool. */
export const systemIpPoolUtilizationView = /* @__PURE__ */ call('systemIpPoolUtilizationView', 'GET', '/v1/system/ip-pools/{pool}/utilization', [], {"expectedFailures":{"404":"a listed pool may be deleted"}})
/** List ranges of IP pool. */
export const systemIpPoolRangeList = /* @__PURE__ */ call('systemIpPoolRangeList', 'GET', '/v1/system/ip-pools/{pool}/ranges')
/** List silos linked to IP pool. */
export const systemIpPoolSiloList = /* @__PURE__ */ call('systemIpPoolSiloList', 'GET', '/v1/system/ip-pools/{pool}/silos', [], {"choices":"linked silos"})
