// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create subnet pool. */
export const systemSubnetPoolCreate = /* @__PURE__ */ call('systemSubnetPoolCreate', 'POST', '/v1/system/subnet-pools', ['subnet-pool'])
/** Update subnet pool. */
export const systemSubnetPoolUpdate = /* @__PURE__ */ call('systemSubnetPoolUpdate', 'PUT', '/v1/system/subnet-pools/{pool}', ['subnet-pool'])
/** Delete subnet pool. */
export const systemSubnetPoolDelete = /* @__PURE__ */ call('systemSubnetPoolDelete', 'DELETE', '/v1/system/subnet-pools/{pool}', ['subnet-pool', 'subnet-pool-resource'])
/** Add member to subnet pool. */
export const systemSubnetPoolMemberAdd = /* @__PURE__ */ call('systemSubnetPoolMemberAdd', 'POST', '/v1/system/subnet-pools/{pool}/members/add', ['subnet-pool-member'])
/** Remove member from subnet pool. */
export const systemSubnetPoolMemberRemove = /* @__PURE__ */ call('systemSubnetPoolMemberRemove', 'POST', '/v1/system/subnet-pools/{pool}/members/remove', ['subnet-pool-member'])
/** Link subnet pool to silo. */
export const systemSubnetPoolSiloLink = /* @__PURE__ */ call('systemSubnetPoolSiloLink', 'POST', '/v1/system/subnet-pools/{pool}/silos', ['subnet-pool-resource'])
/** Make subnet pool a silo's default, or clear that. */
export const systemSubnetPoolSiloUpdate = /* @__PURE__ */ call('systemSubnetPoolSiloUpdate', 'PUT', '/v1/system/subnet-pools/{pool}/silos/{silo}', ['subnet-pool-resource'])
/** Unlink subnet pool from silo. */
export const systemSubnetPoolSiloUnlink = /* @__PURE__ */ call('systemSubnetPoolSiloUnlink', 'DELETE', '/v1/system/subnet-pools/{pool}/silos/{silo}', ['subnet-pool-resource'])
