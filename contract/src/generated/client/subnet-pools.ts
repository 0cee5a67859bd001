// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List subnet pools linked to the caller's silo. */
export const subnetPoolList = /* @__PURE__ */ call('subnetPoolList', 'GET', '/v1/subnet-pools', [], {"choices":"subnet pools"})
/** Fetch subnet pool. */
export const subnetPoolView = /* @__PURE__ */ call('subnetPoolView', 'GET', '/v1/subnet-pools/{pool}')
