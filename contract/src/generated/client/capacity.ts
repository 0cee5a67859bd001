// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Estimate when the fleet runs out. */
export const capacityOutlook = /* @__PURE__ */ extensionCall('capacityOutlook', 'GET', '/experimental/v1/system/capacity/outlook')
/** Estimate when your silo runs out. */
export const siloCapacityOutlook = /* @__PURE__ */ extensionCall('siloCapacityOutlook', 'GET', '/experimental/v1/capacity/outlook')
