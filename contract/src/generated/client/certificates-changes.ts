// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Add TLS certificate to a silo. */
export const certificateCreate = /* @__PURE__ */ call('certificateCreate', 'POST', '/v1/certificates', ['certificate'])
/** Delete TLS certificate. */
export const certificateDelete = /* @__PURE__ */ call('certificateDelete', 'DELETE', '/v1/certificates/{certificate}', ['certificate'])
