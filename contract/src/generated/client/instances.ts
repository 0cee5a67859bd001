// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List external IP addresses of an instance. */
export const instanceExternalIpList = /* @__PURE__ */ call('instanceExternalIpList', 'GET', '/v1/instances/{instance}/external-ips')
/** Attach ephemeral IP to instance. */
export const instanceEphemeralIpAttach = /* @__PURE__ */ call('instanceEphemeralIpAttach', 'POST', '/v1/instances/{instance}/external-ips/ephemeral', ['external-ip'])
/** Detach ephemeral IP from instance. */
export const instanceEphemeralIpDetach = /* @__PURE__ */ call('instanceEphemeralIpDetach', 'DELETE', '/v1/instances/{instance}/external-ips/ephemeral', ['external-ip'])
/** List external subnets of an instance. */
export const instanceExternalSubnetList = /* @__PURE__ */ call('instanceExternalSubnetList', 'GET', '/v1/instances/{instance}/external-subnets')
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
/** Fetch serial console history of an instance. */
export const instanceSerialConsole = /* @__PURE__ */ call('instanceSerialConsole', 'GET', '/v1/instances/{instance}/serial-console')
/** Connect to the serial console of an instance (websocket). */
export const instanceSerialConsoleStream = /* @__PURE__ */ call('instanceSerialConsoleStream', 'GET', '/v1/instances/{instance}/serial-console/stream')
/** Delete instance, with the given disks. */
export const instanceDelete = /* @__PURE__ */ call('instanceDelete', 'DELETE', '/v1/instances/{instance}', ['instance', 'disk', 'instance-network-interface', 'external-ip', 'floating-ip', 'external-subnet', 'affinity-group-member', 'multicast-group', 'multicast-group-member', 'anti-affinity-group-member'])
/** Fetch the deletion plan of an instance. */
export const instanceDeletionPlan = /* @__PURE__ */ extensionCall('instanceDeletionPlan', 'GET', '/experimental/v1/instances/{instance}/deletion-plan')
/** Sum up the deletion plans of many instances. */
export const instancesDeletionSummary = /* @__PURE__ */ extensionCall('instancesDeletionSummary', 'POST', '/experimental/v1/instances-deletion-summary')
/** List disks of an instance. */
export const instanceDiskList = /* @__PURE__ */ call('instanceDiskList', 'GET', '/v1/instances/{instance}/disks')
/** Attach disk to instance. */
export const instanceDiskAttach = /* @__PURE__ */ call('instanceDiskAttach', 'POST', '/v1/instances/{instance}/disks/attach', ['disk'])
/** Detach disk from instance. */
export const instanceDiskDetach = /* @__PURE__ */ call('instanceDiskDetach', 'POST', '/v1/instances/{instance}/disks/detach', ['disk'])
/** List instances. */
export const instanceList = /* @__PURE__ */ call('instanceList', 'GET', '/v1/instances')
/** Create instance. */
export const instanceCreate = /* @__PURE__ */ call('instanceCreate', 'POST', '/v1/instances', ['instance', 'disk', 'instance-network-interface', 'external-ip', 'floating-ip', 'anti-affinity-group-member', 'multicast-group', 'multicast-group-member'])
/** Fetch instance. */
export const instanceView = /* @__PURE__ */ call('instanceView', 'GET', '/v1/instances/{instance}')
/** Update instance. */
export const instanceUpdate = /* @__PURE__ */ call('instanceUpdate', 'PUT', '/v1/instances/{instance}', ['instance', 'multicast-group', 'multicast-group-member'])
/** List SSH public keys of an instance. */
export const instanceSshPublicKeyList = /* @__PURE__ */ call('instanceSshPublicKeyList', 'GET', '/v1/instances/{instance}/ssh-public-keys')
/** List multicast groups of an instance. */
export const instanceMulticastGroupList = /* @__PURE__ */ call('instanceMulticastGroupList', 'GET', '/v1/instances/{instance}/multicast-groups')
/** Join multicast group. */
export const instanceMulticastGroupJoin = /* @__PURE__ */ call('instanceMulticastGroupJoin', 'PUT', '/v1/instances/{instance}/multicast-groups/{multicastGroup}', ['multicast-group', 'multicast-group-member'])
/** Leave multicast group. */
export const instanceMulticastGroupLeave = /* @__PURE__ */ call('instanceMulticastGroupLeave', 'DELETE', '/v1/instances/{instance}/multicast-groups/{multicastGroup}', ['multicast-group', 'multicast-group-member'])
/** List network interfaces of an instance. */
export const instanceNetworkInterfaceList = /* @__PURE__ */ call('instanceNetworkInterfaceList', 'GET', '/v1/network-interfaces')
/** Create network interface of an instance. */
export const instanceNetworkInterfaceCreate = /* @__PURE__ */ call('instanceNetworkInterfaceCreate', 'POST', '/v1/network-interfaces', ['instance-network-interface', 'external-ip'])
/** Fetch network interface. */
export const instanceNetworkInterfaceView = /* @__PURE__ */ call('instanceNetworkInterfaceView', 'GET', '/v1/network-interfaces/{interface}')
/** Update network interface. */
export const instanceNetworkInterfaceUpdate = /* @__PURE__ */ call('instanceNetworkInterfaceUpdate', 'PUT', '/v1/network-interfaces/{interface}', ['instance-network-interface', 'external-ip'])
/** Delete network interface. */
export const instanceNetworkInterfaceDelete = /* @__PURE__ */ call('instanceNetworkInterfaceDelete', 'DELETE', '/v1/network-interfaces/{interface}', ['instance-network-interface', 'external-ip'])
