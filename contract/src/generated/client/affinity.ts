// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List anti-affinity groups. */
export const antiAffinityGroupList = /* @__PURE__ */ call('antiAffinityGroupList', 'GET', '/v1/anti-affinity-groups')
/** Create anti-affinity group. */
export const antiAffinityGroupCreate = /* @__PURE__ */ call('antiAffinityGroupCreate', 'POST', '/v1/anti-affinity-groups', ['anti-affinity-group'])
/** Fetch anti-affinity group. */
export const antiAffinityGroupView = /* @__PURE__ */ call('antiAffinityGroupView', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}')
/** Update anti-affinity group. */
export const antiAffinityGroupUpdate = /* @__PURE__ */ call('antiAffinityGroupUpdate', 'PUT', '/v1/anti-affinity-groups/{antiAffinityGroup}', ['anti-affinity-group'])
/** Delete anti-affinity group. */
export const antiAffinityGroupDelete = /* @__PURE__ */ call('antiAffinityGroupDelete', 'DELETE', '/v1/anti-affinity-groups/{antiAffinityGroup}', ['anti-affinity-group', 'anti-affinity-group-member'])
/** List members of an anti-affinity group. */
export const antiAffinityGroupMemberList = /* @__PURE__ */ call('antiAffinityGroupMemberList', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}/members')
/** Fetch member of an anti-affinity group. */
export const antiAffinityGroupMemberInstanceView = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceView', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}')
/** Add instance to anti-affinity group. */
export const antiAffinityGroupMemberInstanceAdd = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceAdd', 'POST', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}', ['anti-affinity-group-member', 'instance'])
/** Remove instance from anti-affinity group. */
export const antiAffinityGroupMemberInstanceDelete = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceDelete', 'DELETE', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}', ['anti-affinity-group-member', 'instance'])
/** List anti-affinity groups of an instance. */
export const instanceAntiAffinityGroupList = /* @__PURE__ */ call('instanceAntiAffinityGroupList', 'GET', '/v1/instances/{instance}/anti-affinity-groups')
/** List affinity groups. */
export const affinityGroupList = /* @__PURE__ */ call('affinityGroupList', 'GET', '/v1/affinity-groups')
/** Create affinity group. */
export const affinityGroupCreate = /* @__PURE__ */ call('affinityGroupCreate', 'POST', '/v1/affinity-groups', ['affinity-group'])
/** Fetch affinity group. */
export const affinityGroupView = /* @__PURE__ */ call('affinityGroupView', 'GET', '/v1/affinity-groups/{affinityGroup}')
/** Update affinity group. */
export const affinityGroupUpdate = /* @__PURE__ */ call('affinityGroupUpdate', 'PUT', '/v1/affinity-groups/{affinityGroup}', ['affinity-group'])
/** Delete affinity group. */
export const affinityGroupDelete = /* @__PURE__ */ call('affinityGroupDelete', 'DELETE', '/v1/affinity-groups/{affinityGroup}', ['affinity-group', 'affinity-group-member'])
/** List members of an affinity group. */
export const affinityGroupMemberList = /* @__PURE__ */ call('affinityGroupMemberList', 'GET', '/v1/affinity-groups/{affinityGroup}/members')
/** Fetch member of an affinity group. */
export const affinityGroupMemberInstanceView = /* @__PURE__ */ call('affinityGroupMemberInstanceView', 'GET', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}')
/** Add instance to affinity group. */
export const affinityGroupMemberInstanceAdd = /* @__PURE__ */ call('affinityGroupMemberInstanceAdd', 'POST', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', ['affinity-group-member', 'instance'])
/** Remove instance from affinity group. */
export const affinityGroupMemberInstanceDelete = /* @__PURE__ */ call('affinityGroupMemberInstanceDelete', 'DELETE', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', ['affinity-group-member', 'instance'])
/** List affinity groups of an instance. */
export const instanceAffinityGroupList = /* @__PURE__ */ call('instanceAffinityGroupList', 'GET', '/v1/instances/{instance}/affinity-groups')
