// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List external IP addresses of an instance. */
export const instanceExternalIpList = /* @__PURE__ */ call('instanceExternalIpList', 'GET', '/v1/instances/{instance}/external-ips')
/** List external subnets of an instance. */
export const instanceExternalSubnetList = /* @__PURE__ */ call('instanceExternalSubnetList', 'GET', '/v1/instances/{instance}/external-subnets')
/** Fetch serial console history of an instance. */
export const instanceSerialConsole = /* @__PURE__ */ call('instanceSerialConsole', 'GET', '/v1/instances/{instance}/serial-console')
/** Connect to the serial console of an instance (websocket). */
export const instanceSerialConsoleStream = /* @__PURE__ */ call('instanceSerialConsoleStream', 'GET', '/v1/instances/{instance}/serial-console/stream')
/** Fetch the deletion plan of an instance. */
export const instanceDeletionPlan = /* @__PURE__ */ extensionCall('instanceDeletionPlan', 'GET', '/experimental/v1/instances/{instance}/deletion-plan')
/** List disks of an instance. */
export const instanceDiskList = /* @__PURE__ */ call('instanceDiskList', 'GET', '/v1/instances/{instance}/disks')
/** List instances. */
export const instanceList = /* @__PURE__ */ call('instanceList', 'GET', '/v1/instances', [], {"choices":"instances","sorts":["vcpus","memory"]})
/** Fetch instance. */
export const instanceView = /* @__PURE__ */ call('instanceView', 'GET', '/v1/instances/{instance}', [], {"expectedFailures":{"404":"the instance of a disk may be deleted"}})
/** List SSH public keys of an instance. */
export const instanceSshPublicKeyList = /* @__PURE__ */ call('instanceSshPublicKeyList', 'GET', '/v1/instances/{instance}/ssh-public-keys')
/** List multicast groups of an instance. */
export const instanceMulticastGroupList = /* @__PURE__ */ call('instanceMulticastGroupList', 'GET', '/v1/instances/{instance}/multicast-groups')
/** List network interfaces of an instance. */
export const instanceNetworkInterfaceList = /* @__PURE__ */ call('instanceNetworkInterfaceList', 'GET', '/v1/network-interfaces')
/** Fetch network interface. */
export const instanceNetworkInterfaceView = /* @__PURE__ */ call('instanceNetworkInterfaceView', 'GET', '/v1/network-interfaces/{interface}')
