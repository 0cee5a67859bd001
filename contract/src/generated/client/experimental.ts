// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List the users and groups with access to the caller's silo. */
export const accessList = /* @__PURE__ */ extensionCall('accessList', 'GET', '/experimental/v1/access')
/** List the users and groups with access to a project. */
export const projectAccessList = /* @__PURE__ */ extensionCall('projectAccessList', 'GET', '/experimental/v1/projects/{project}/access')
/** List the users and groups with access to the fleet. */
export const systemAccessList = /* @__PURE__ */ extensionCall('systemAccessList', 'GET', '/experimental/v1/system/access')
/** Fetch how long logs are kept. */
export const logRetentionView = /* @__PURE__ */ extensionCall('logRetentionView', 'GET', '/experimental/v1/system/log-retention')
/** Follow changes as server-sent events. */
export const eventStream = /* @__PURE__ */ extensionCall('eventStream', 'GET', '/experimental/v1/events')
/** List the changes of a resource. */
export const resourceHistory = /* @__PURE__ */ extensionCall('resourceHistory', 'GET', '/experimental/v1/history/{resourceId}')
/** List issues of the silo. */
export const issueList = /* @__PURE__ */ extensionCall('issueList', 'GET', '/experimental/v1/issues')
/** List issues of the fleet. */
export const systemIssueList = /* @__PURE__ */ extensionCall('systemIssueList', 'GET', '/experimental/v1/system/issues')
/** Count issues of the silo. */
export const issueCount = /* @__PURE__ */ extensionCall('issueCount', 'GET', '/experimental/v1/issue-count')
/** Count issues of the fleet. */
export const systemIssueCount = /* @__PURE__ */ extensionCall('systemIssueCount', 'GET', '/experimental/v1/system/issue-count')
/** Count the resources of a project. */
export const projectCounts = /* @__PURE__ */ extensionCall('projectCounts', 'GET', '/experimental/v1/projects/{project}/counts')
/** Fetch what needs attention in a project, and what changed last. */
export const projectOverview = /* @__PURE__ */ extensionCall('projectOverview', 'GET', '/experimental/v1/projects/{project}/overview')
/** Fetch the state and use of several projects. */
export const projectSummaries = /* @__PURE__ */ extensionCall('projectSummaries', 'GET', '/experimental/v1/project-summaries')
/** Fetch the membership of a rack. */
export const rackMembershipStatus = /* @__PURE__ */ call('rackMembershipStatus', 'GET', '/v1/system/hardware/racks/{rackId}/membership')
/** Find resources by name, ID or address. */
export const resourceSearch = /* @__PURE__ */ extensionCall('resourceSearch', 'GET', '/experimental/v1/search')
/** List instances of all projects. */
export const siloInstanceList = /* @__PURE__ */ extensionCall('siloInstanceList', 'GET', '/experimental/v1/instances', [], {"sorts":["vcpus","memory"]})
/** Count instances by the image that they boot from. */
export const instanceImageList = /* @__PURE__ */ extensionCall('instanceImageList', 'GET', '/experimental/v1/instance-images')
/** Count the instances of all projects by state. */
export const siloInstanceCounts = /* @__PURE__ */ extensionCall('siloInstanceCounts', 'GET', '/experimental/v1/instance-counts')
