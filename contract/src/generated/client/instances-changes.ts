// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Attach ephemeral IP to instance. */
export const instanceEphemeralIpAttach = /* @__PURE__ */ call('instanceEphemeralIpAttach', 'POST', '/v1/instances/{instance}/external-ips/ephemeral', ['external-ip'])
/** Detach ephemeral IP from instance. */
export const instanceEphemeralIpDetach = /* @__PURE__ */ call('instanceEphemeralIpDetach', 'DELETE', '/v1/instances/{instance}/external-ips/ephemeral', ['external-ip'])
/** Start instance. */
export const instanceStart = /* @__PURE__ */ call('instanceStart', 'POST', '/v1/instances/{instance}/start', ['instance'])
/** Stop instance. */
export const instanceStop = /* @__PURE__ */ call('instanceStop', 'POST', '/v1/instances/{instance}/stop', ['instance'])
/** Reboot instance. */
export const instanceReboot = /* @__PURE__ */ call('instanceReboot', 'POST', '/v1/instances/{instance}/reboot', ['instance'])
/** Protect instance from deletion. */
export const instanceProtect = /* @__PURE__ */ extensionCall('instanceProtect', 'POST', '/experimental/v1/instances/{instance}/protect', ['instance'])
/** Lift the deletion protection of instance. */
export const instanceUnprotect = /* @__PURE__ */ extensionCall('instanceUnprotect', 'POST', '/experimental/v1/instances/{instance}/unprotect', ['instance'])
/** Delete instance, with the given disks. */
export const instanceDelete = /* @__PURE__ */ call('instanceDelete', 'DELETE', '/v1/instances/{instance}', ['instance', 'disk', 'instance-network-interface', 'external-ip', 'floating-ip', 'external-subnet', 'affinity-group-member', 'multicast-group', 'multicast-group-member', 'anti-affinity-group-member'])
/** Sum up the deletion plans of many instances. */
export const instancesDeletionSummary = /* @__PURE__ */ extensionCall('instancesDeletionSummary', 'POST', '/experimental/v1/instances-deletion-summary')
/** Attach disk to instance. */
export const instanceDiskAttach = /* @__PURE__ */ call('instanceDiskAttach', 'POST', '/v1/instances/{instance}/disks/attach', ['disk'])
/** Detach disk from instance. */
export const instanceDiskDetach = /* @__PURE__ */ call('instanceDiskDetach', 'POST', '/v1/instances/{instance}/disks/detach', ['disk'])
/** Create instance. */
export const instanceCreate = /* @__PURE__ */ call('instanceCreate', 'POST', '/v1/instances', ['instance', 'disk', 'instance-network-interface', 'external-ip', 'floating-ip', 'anti-affinity-group-member', 'multicast-group', 'multicast-group-member'])
/** Update instance. */
export const instanceUpdate = /* @__PURE__ */ call('instanceUpdate', 'PUT', '/v1/instances/{instance}', ['instance', 'multicast-group', 'multicast-group-member'])
/** Join multicast group. */
export const instanceMulticastGroupJoin = /* @__PURE__ */ call('instanceMulticastGroupJoin', 'PUT', '/v1/instances/{instance}/multicast-groups/{multicastGroup}', ['multicast-group', 'multicast-group-member'])
/** Leave multicast group. */
export const instanceMulticastGroupLeave = /* @__PURE__ */ call('instanceMulticastGroupLeave', 'DELETE', '/v1/instances/{instance}/multicast-groups/{multicastGroup}', ['multicast-group', 'multicast-group-member'])
/** Create network interface of an instance. */
export const instanceNetworkInterfaceCreate = /* @__PURE__ */ call('instanceNetworkInterfaceCreate', 'POST', '/v1/network-interfaces', ['instance-network-interface', 'external-ip'])
/** Update network interface. */
export const instanceNetworkInterfaceUpdate = /* @__PURE__ */ call('instanceNetworkInterfaceUpdate', 'PUT', '/v1/network-interfaces/{interface}', ['instance-network-interface', 'external-ip'])
/** Delete network interface. */
export const instanceNetworkInterfaceDelete = /* @__PURE__ */ call('instanceNetworkInterfaceDelete', 'DELETE', '/v1/network-interfaces/{interface}', ['instance-network-interface', 'external-ip'])
