// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List multicast groups. */
export const multicastGroupList = /* @__PURE__ */ call('multicastGroupList', 'GET', '/v1/multicast-groups')
/** Fetch multicast group. */
export const multicastGroupView = /* @__PURE__ */ call('multicastGroupView', 'GET', '/v1/multicast-groups/{multicastGroup}')
/** List members of multicast group. */
export const multicastGroupMemberList = /* @__PURE__ */ call('multicastGroupMemberList', 'GET', '/v1/multicast-groups/{multicastGroup}/members')
