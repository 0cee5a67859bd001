// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Create probe. */
export const probeCreate = /* @__PURE__ */ extensionCall('probeCreate', 'POST', '/experimental/v1/probes', ['probe', 'external-ip'])
/** Delete probe. */
export const probeDelete = /* @__PURE__ */ extensionCall('probeDelete', 'DELETE', '/experimental/v1/probes/{probe}', ['probe', 'external-ip'])
