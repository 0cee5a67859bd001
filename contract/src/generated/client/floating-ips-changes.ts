// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create floating IP. */
export const floatingIpCreate = /* @__PURE__ */ call('floatingIpCreate', 'POST', '/v1/floating-ips', ['floating-ip'])
/** Update floating IP. */
export const floatingIpUpdate = /* @__PURE__ */ call('floatingIpUpdate', 'PUT', '/v1/floating-ips/{floatingIp}', ['floating-ip'])
/** Delete floating IP. */
export const floatingIpDelete = /* @__PURE__ */ call('floatingIpDelete', 'DELETE', '/v1/floating-ips/{floatingIp}', ['floating-ip'])
/** Attach floating IP to an instance. */
export const floatingIpAttach = /* @__PURE__ */ call('floatingIpAttach', 'POST', '/v1/floating-ips/{floatingIp}/attach', ['floating-ip'])
/** Detach floating IP. */
export const floatingIpDetach = /* @__PURE__ */ call('floatingIpDetach', 'POST', '/v1/floating-ips/{floatingIp}/detach', ['floating-ip'])
