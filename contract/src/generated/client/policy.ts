// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Fetch the fleet's role assignments. */
export const systemPolicyView = /* @__PURE__ */ call('systemPolicyView', 'GET', '/v1/system/policy', [], {"expectedFailures":{"403":"the user may not see the fleet"}})
/** Fetch the role assignments of the caller's silo. */
export const policyView = /* @__PURE__ */ call('policyView', 'GET', '/v1/policy')
/** Fetch a silo's role assignments. */
export const siloPolicyView = /* @__PURE__ */ call('siloPolicyView', 'GET', '/v1/system/silos/{silo}/policy')
/** Fetch a project's role assignments. */
export const projectPolicyView = /* @__PURE__ */ call('projectPolicyView', 'GET', '/v1/projects/{project}/policy')
