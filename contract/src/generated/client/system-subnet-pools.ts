// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List subnet pools. */
export const systemSubnetPoolList = /* @__PURE__ */ call('systemSubnetPoolList', 'GET', '/v1/system/subnet-pools', [], {"choices":"subnet pools"})
/** Fetch subnet pool. */
export const systemSubnetPoolView = /* @__PURE__ */ call('systemSubnetPoolView', 'GET', '/v1/system/subnet-pools/{pool}')
/** Fetch utilization of subnet pool. */
export const systemSubnetPoolUtilizationView = /* @__PURE__ */ call('systemSubnetPoolUtilizationView', 'GET', '/v1/system/subnet-pools/{pool}/utilization', [], {"expectedFailures":{"404":"a listed pool may be deleted"}})
/** List members of subnet pool. */
export const systemSubnetPoolMemberList = /* @__PURE__ */ call('systemSubnetPoolMemberList', 'GET', '/v1/system/subnet-pools/{pool}/members')
/** List silos linked to subnet pool. */
export const systemSubnetPoolSiloList = /* @__PURE__ */ call('systemSubnetPoolSiloList', 'GET', '/v1/system/subnet-pools/{pool}/silos', [], {"choices":"linked silos"})
