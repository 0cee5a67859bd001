// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** List probes. */
export const probeList = /* @__PURE__ */ extensionCall('probeList', 'GET', '/experimental/v1/probes')
/** Fetch probe. */
export const probeView = /* @__PURE__ */ extensionCall('probeView', 'GET', '/experimental/v1/probes/{probe}')
