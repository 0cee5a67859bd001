// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create IP pool. */
export const systemIpPoolCreate = /* @__PURE__ */ call('systemIpPoolCreate', 'POST', '/v1/system/ip-pools', ['ip-pool'])
/** Update IP pool. */
export const systemIpPoolUpdate = /* @__PURE__ */ call('systemIpPoolUpdate', 'PUT', '/v1/system/ip-pools/{pool}', ['ip-pool'])
/** Delete IP pool. */
export const systemIpPoolDelete = /* @__PURE__ */ call('systemIpPoolDelete', 'DELETE', '/v1/system/ip-pools/{pool}', ['ip-pool', 'ip-pool-resource', 'internet-gateway-ip-pool'])
/** Assign IP pool to silos or to the services of the system. */
export const systemIpPoolAssign = /* @__PURE__ */ call('systemIpPoolAssign', 'POST', '/v1/system/ip-pools/{pool}/assignment', ['ip-pool'])
/** Add range to IP pool. */
export const systemIpPoolRangeAdd = /* @__PURE__ */ call('systemIpPoolRangeAdd', 'POST', '/v1/system/ip-pools/{pool}/ranges/add', ['ip-pool-range'])
/** Remove range from IP pool. */
export const systemIpPoolRangeRemove = /* @__PURE__ */ call('systemIpPoolRangeRemove', 'POST', '/v1/system/ip-pools/{pool}/ranges/remove', ['ip-pool-range'])
/** Link IP pool to silo. */
export const systemIpPoolSiloLink = /* @__PURE__ */ call('systemIpPoolSiloLink', 'POST', '/v1/system/ip-pools/{pool}/silos', ['ip-pool-resource', 'internet-gateway-ip-pool'])
/** Make IP pool a silo's default, or clear that. */
export const systemIpPoolSiloUpdate = /* @__PURE__ */ call('systemIpPoolSiloUpdate', 'PUT', '/v1/system/ip-pools/{pool}/silos/{silo}', ['ip-pool-resource'])
/** Unlink IP pool from silo. */
export const systemIpPoolSiloUnlink = /* @__PURE__ */ call('systemIpPoolSiloUnlink', 'DELETE', '/v1/system/ip-pools/{pool}/silos/{silo}', ['ip-pool-resource', 'internet-gateway-ip-pool'])
