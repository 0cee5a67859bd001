// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List TLS certificates of a silo. */
export const certificateList = /* @__PURE__ */ call('certificateList', 'GET', '/v1/certificates')
/** Fetch TLS certificate. */
export const certificateView = /* @__PURE__ */ call('certificateView', 'GET', '/v1/certificates/{certificate}')
