// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List anti-affinity groups. */
export const antiAffinityGroupList = /* @__PURE__ */ call('antiAffinityGroupList', 'GET', '/v1/anti-affinity-groups', [], {"choices":"anti-affinity groups"})
/** Fetch anti-affinity group. */
export const antiAffinityGroupView = /* @__PURE__ */ call('antiAffinityGroupView', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}')
/** List members of an anti-affinity group. */
export const antiAffinityGroupMemberList = /* @__PURE__ */ call('antiAffinityGroupMemberList', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}/members')
/** Fetch member of an anti-affinity group. */
export const antiAffinityGroupMemberInstanceView = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceView', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}')
/** List anti-affinity groups of an instance. */
export const instanceAntiAffinityGroupList = /* @__PURE__ */ call('instanceAntiAffinityGroupList', 'GET', '/v1/instances/{instance}/anti-affinity-groups')
/** List affinity groups. */
export const affinityGroupList = /* @__PURE__ */ call('affinityGroupList', 'GET', '/v1/affinity-groups', [], {"choices":"affinity groups"})
/** Fetch affinity group. */
export const affinityGroupView = /* @__PURE__ */ call('affinityGroupView', 'GET', '/v1/affinity-groups/{affinityGroup}')
/** List members of an affinity group. */
export const affinityGroupMemberList = /* @__PURE__ */ call('affinityGroupMemberList', 'GET', '/v1/affinity-groups/{affinityGroup}/members')
/** Fetch member of an affinity group. */
export const affinityGroupMemberInstanceView = /* @__PURE__ */ call('affinityGroupMemberInstanceView', 'GET', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}')
/** List affinity groups of an instance. */
export const instanceAffinityGroupList = /* @__PURE__ */ call('instanceAffinityGroupList', 'GET', '/v1/instances/{instance}/affinity-groups')
