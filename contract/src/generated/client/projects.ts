// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List projects. */
export const projectList = /* @__PURE__ */ call('projectList', 'GET', '/v1/projects', [], {"choices":"projects"})
/** Fetch project. */
export const projectView = /* @__PURE__ */ call('projectView', 'GET', '/v1/projects/{project}')
/** Fetch what a project contains and what stands in the way of deleting it. */
export const projectDeletionPlan = /* @__PURE__ */ extensionCall('projectDeletionPlan', 'GET', '/experimental/v1/projects/{project}/deletion-plan')
