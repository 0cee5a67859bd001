// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Create project. */
export const projectCreate = /* @__PURE__ */ call('projectCreate', 'POST', '/v1/projects', ['project', 'vpc', 'vpc-subnet', 'vpc-router', 'router-route', 'internet-gateway', 'internet-gateway-ip-pool', 'vpc-firewall-rule'])
/** Update project. */
export const projectUpdate = /* @__PURE__ */ call('projectUpdate', 'PUT', '/v1/projects/{project}', ['project'])
/** Delete project. */
export const projectDelete = /* @__PURE__ */ call('projectDelete', 'DELETE', '/v1/projects/{project}', ['project'])
/** Delete a project and everything in it. */
export const projectDeleteWithContents = /* @__PURE__ */ extensionCall('projectDeleteWithContents', 'POST', '/experimental/v1/projects/{project}/delete-with-contents', ['affinity-group', 'affinity-group-member', 'anti-affinity-group', 'anti-affinity-group-member', 'disk', 'external-ip', 'external-subnet', 'floating-ip', 'image-fetch', 'instance', 'instance-network-interface', 'instance-template', 'internet-gateway', 'internet-gateway-ip-address', 'internet-gateway-ip-pool', 'multicast-group-member', 'probe', 'project-image', 'router-route', 'snapshot', 'vpc', 'vpc-firewall-rule', 'vpc-router', 'vpc-subnet', 'multicast-group', 'project', 'bulk-job'])
