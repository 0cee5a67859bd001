// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Update the tags of a resource. */
export const tagUpdate = /* @__PURE__ */ extensionCall('tagUpdate', 'PUT', '/experimental/v1/tags/{kind}/{resource}', ['affinity-group', 'anti-affinity-group', 'disk', 'external-subnet', 'floating-ip', 'instance', 'internet-gateway', 'project-image', 'silo-image', 'snapshot', 'vpc', 'vpc-router', 'vpc-subnet'])
