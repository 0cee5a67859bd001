// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Fetch the fleet's role assignments. */
export const systemPolicyView = /* @__PURE__ */ call('systemPolicyView', 'GET', '/v1/system/policy')
/** Replace the fleet's role assignments. */
export const systemPolicyUpdate = /* @__PURE__ */ call('systemPolicyUpdate', 'PUT', '/v1/system/policy', ['fleet-policy'])
/** Fetch the role assignments of the caller's silo. */
export const policyView = /* @__PURE__ */ call('policyView', 'GET', '/v1/policy')
/** Replace the role assignments of the caller's silo. */
export const policyUpdate = /* @__PURE__ */ call('policyUpdate', 'PUT', '/v1/policy', ['silo-policy'])
/** Fetch a silo's role assignments. */
export const siloPolicyView = /* @__PURE__ */ call('siloPolicyView', 'GET', '/v1/system/silos/{silo}/policy')
/** Replace a silo's role assignments. */
export const siloPolicyUpdate = /* @__PURE__ */ call('siloPolicyUpdate', 'PUT', '/v1/system/silos/{silo}/policy', ['silo-policy'])
/** Fetch a project's role assignments. */
export const projectPolicyView = /* @__PURE__ */ call('projectPolicyView', 'GET', '/v1/projects/{project}/policy')
/** Replace a project's role assignments. */
export const projectPolicyUpdate = /* @__PURE__ */ call('projectPolicyUpdate', 'PUT', '/v1/projects/{project}/policy', ['project-policy'])
