// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Replace the fleet's role assignments. */
export const systemPolicyUpdate = /* @__PURE__ */ call('systemPolicyUpdate', 'PUT', '/v1/system/policy', ['fleet-policy'])
/** Replace the role assignments of the caller's silo. */
export const policyUpdate = /* @__PURE__ */ call('policyUpdate', 'PUT', '/v1/policy', ['silo-policy'])
/** Replace a silo's role assignments. */
export const siloPolicyUpdate = /* @__PURE__ */ call('siloPolicyUpdate', 'PUT', '/v1/system/silos/{silo}/policy', ['silo-policy'])
/** Replace a project's role assignments. */
export const projectPolicyUpdate = /* @__PURE__ */ call('projectPolicyUpdate', 'PUT', '/v1/projects/{project}/policy', ['project-policy'])
