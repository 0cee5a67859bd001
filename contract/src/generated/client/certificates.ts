// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List TLS certificates of a silo. */
export const certificateList = /* @__PURE__ */ call('certificateList', 'GET', '/v1/certificates')
/** Add TLS certificate to a silo. */
export const certificateCreate = /* @__PURE__ */ call('certificateCreate', 'POST', '/v1/certificates', ['certificate'])
/** Fetch TLS certificate. */
export const certificateView = /* @__PURE__ */ call('certificateView', 'GET', '/v1/certificates/{certificate}')
/** Delete TLS certificate. */
export const certificateDelete = /* @__PURE__ */ call('certificateDelete', 'DELETE', '/v1/certificates/{certificate}', ['certificate'])
