// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List external subnets. */
export const externalSubnetList = /* @__PURE__ */ call('externalSubnetList', 'GET', '/v1/external-subnets', [], {"choices":"external subnets","sorts":["address"]})
/** Fetch external subnet. */
export const externalSubnetView = /* @__PURE__ */ call('externalSubnetView', 'GET', '/v1/external-subnets/{externalSubnet}')
