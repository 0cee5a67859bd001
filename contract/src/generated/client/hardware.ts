// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Fetch driver selection. */
export const driverSelectionView = /* @__PURE__ */ extensionCall('driverSelectionView', 'GET', '/experimental/v1/system/hardware/driver-selection')
/** Fetch the driver. */
export const computeView = /* @__PURE__ */ extensionCall('computeView', 'GET', '/experimental/v1/compute')
/** List racks. */
export const rackList = /* @__PURE__ */ call('rackList', 'GET', '/v1/system/hardware/racks')
/** Fetch rack. */
export const rackView = /* @__PURE__ */ call('rackView', 'GET', '/v1/system/hardware/racks/{rackId}')
/** List sleds. */
export const sledList = /* @__PURE__ */ call('sledList', 'GET', '/v1/system/hardware/sleds')
/** List uninitialized sleds. */
export const sledListUninitialized = /* @__PURE__ */ call('sledListUninitialized', 'GET', '/v1/system/hardware/sleds-uninitialized')
/** Fetch sled. */
export const sledView = /* @__PURE__ */ call('sledView', 'GET', '/v1/system/hardware/sleds/{sledId}')
/** List physical disks of a sled. */
export const sledPhysicalDiskList = /* @__PURE__ */ call('sledPhysicalDiskList', 'GET', '/v1/system/hardware/sleds/{sledId}/disks')
/** List instances on a sled. */
export const sledInstanceList = /* @__PURE__ */ call('sledInstanceList', 'GET', '/v1/system/hardware/sleds/{sledId}/instances')
/** Fetch the sled of an instance. */
export const instanceSledView = /* @__PURE__ */ extensionCall('instanceSledView', 'GET', '/experimental/v1/system/instances/{instance}/sled')
/** List physical disks. */
export const physicalDiskList = /* @__PURE__ */ call('physicalDiskList', 'GET', '/v1/system/hardware/disks')
/** Fetch physical disk. */
export const physicalDiskView = /* @__PURE__ */ call('physicalDiskView', 'GET', '/v1/system/hardware/disks/{diskId}')
/** List unadopted physical disks. */
export const physicalDiskListUnadopted = /* @__PURE__ */ call('physicalDiskListUnadopted', 'GET', '/v1/system/hardware/disks-unadopted')
/** List adoption requests. */
export const physicalDiskListAdoptionRequests = /* @__PURE__ */ call('physicalDiskListAdoptionRequests', 'GET', '/v1/system/hardware/disk-adoption-requests')
