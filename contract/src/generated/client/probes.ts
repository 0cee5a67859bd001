// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** List probes. */
export const probeList = /* @__PURE__ */ extensionCall('probeList', 'GET', '/experimental/v1/probes')
/** Create probe. */
export const probeCreate = /* @__PURE__ */ extensionCall('probeCreate', 'POST', '/experimental/v1/probes', ['probe', 'external-ip'])
/** Fetch probe. */
export const probeView = /* @__PURE__ */ extensionCall('probeView', 'GET', '/experimental/v1/probes/{probe}')
/** Delete probe. */
export const probeDelete = /* @__PURE__ */ extensionCall('probeDelete', 'DELETE', '/experimental/v1/probes/{probe}', ['probe', 'external-ip'])
