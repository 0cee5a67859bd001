// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Check whether instances fit. */
export const capacityFit = /* @__PURE__ */ extensionCall('capacityFit', 'POST', '/experimental/v1/system/capacity/fit')
