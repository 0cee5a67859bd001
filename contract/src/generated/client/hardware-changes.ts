// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Set the provision policy of a sled. */
export const sledSetProvisionPolicy = /* @__PURE__ */ call('sledSetProvisionPolicy', 'PUT', '/v1/system/hardware/sleds/{sledId}/provision-policy', ['sled'])
/** Request the adoption of a physical disk. */
export const physicalDiskEnableAdoption = /* @__PURE__ */ call('physicalDiskEnableAdoption', 'PUT', '/v1/system/hardware/disk-adoption-request', ['physical-disk-adoption-request'])
/** Withdraw an adoption request. */
export const physicalDiskDisableAdoption = /* @__PURE__ */ call('physicalDiskDisableAdoption', 'DELETE', '/v1/system/hardware/disk-adoption-request/{physicalDiskAdoptionReqId}', ['physical-disk-adoption-request'])
