// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List switches. */
export const switchList = /* @__PURE__ */ call('switchList', 'GET', '/v1/system/hardware/switches')
/** Fetch switch. */
export const switchView = /* @__PURE__ */ call('switchView', 'GET', '/v1/system/hardware/switches/{switchId}')
/** List switch ports. */
export const networkingSwitchPortList = /* @__PURE__ */ call('networkingSwitchPortList', 'GET', '/v1/system/hardware/switch-port')
/** Fetch switch port status. */
export const networkingSwitchPortStatus = /* @__PURE__ */ call('networkingSwitchPortStatus', 'GET', '/v1/system/hardware/switch-port/{port}/status')
