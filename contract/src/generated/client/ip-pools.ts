// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List IP pools linked to the caller's silo. */
export const ipPoolList = /* @__PURE__ */ call('ipPoolList', 'GET', '/v1/ip-pools', [], {"choices":"IP pools"})
/** Fetch IP pool. */
export const ipPoolView = /* @__PURE__ */ call('ipPoolView', 'GET', '/v1/ip-pools/{pool}')
