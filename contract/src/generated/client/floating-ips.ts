// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List floating IPs. */
export const floatingIpList = /* @__PURE__ */ call('floatingIpList', 'GET', '/v1/floating-ips', [], {"choices":"floating IPs","sorts":["address"]})
/** Fetch floating IP. */
export const floatingIpView = /* @__PURE__ */ call('floatingIpView', 'GET', '/v1/floating-ips/{floatingIp}')
