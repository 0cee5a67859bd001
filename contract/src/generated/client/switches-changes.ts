// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Apply switch port settings. */
export const networkingSwitchPortApplySettings = /* @__PURE__ */ call('networkingSwitchPortApplySettings', 'POST', '/v1/system/hardware/switch-port/{port}/settings', ['switch-port'])
/** Clear switch port settings. */
export const networkingSwitchPortClearSettings = /* @__PURE__ */ call('networkingSwitchPortClearSettings', 'DELETE', '/v1/system/hardware/switch-port/{port}/settings', ['switch-port'])
