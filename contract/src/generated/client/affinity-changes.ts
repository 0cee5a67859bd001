// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create anti-affinity group. */
export const antiAffinityGroupCreate = /* @__PURE__ */ call('antiAffinityGroupCreate', 'POST', '/v1/anti-affinity-groups', ['anti-affinity-group'])
/** Update anti-affinity group. */
export const antiAffinityGroupUpdate = /* @__PURE__ */ call('antiAffinityGroupUpdate', 'PUT', '/v1/anti-affinity-groups/{antiAffinityGroup}', ['anti-affinity-group'])
/** Delete anti-affinity group. */
export const antiAffinityGroupDelete = /* @__PURE__ */ call('antiAffinityGroupDelete', 'DELETE', '/v1/anti-affinity-groups/{antiAffinityGroup}', ['anti-affinity-group', 'anti-affinity-group-member'])
/** Add instance to anti-affinity group. */
export const antiAffinityGroupMemberInstanceAdd = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceAdd', 'POST', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}', ['anti-affinity-group-member', 'instance'])
/** Remove instance from anti-affinity group. */
export const antiAffinityGroupMemberInstanceDelete = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceDelete', 'DELETE', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}', ['anti-affinity-group-member', 'instance'])
/** Create affinity group. */
export const affinityGroupCreate = /* @__PURE__ */ call('affinityGroupCreate', 'POST', '/v1/affinity-groups', ['affinity-group'])
/** Update affinity group. */
export const affinityGroupUpdate = /* @__PURE__ */ call('affinityGroupUpdate', 'PUT', '/v1/affinity-groups/{affinityGroup}', ['affinity-group'])
/** Delete affinity group. */
export const affinityGroupDelete = /* @__PURE__ */ call('affinityGroupDelete', 'DELETE', '/v1/affinity-groups/{affinityGroup}', ['affinity-group', 'affinity-group-member'])
/** Add instance to affinity group. */
export const affinityGroupMemberInstanceAdd = /* @__PURE__ */ call('affinityGroupMemberInstanceAdd', 'POST', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', ['affinity-group-member', 'instance'])
/** Remove instance from affinity group. */
export const affinityGroupMemberInstanceDelete = /* @__PURE__ */ call('affinityGroupMemberInstanceDelete', 'DELETE', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', ['affinity-group-member', 'instance'])
