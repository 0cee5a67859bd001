// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Fetch image from an address. */
export const imageFetchCreate = /* @__PURE__ */ extensionCall('imageFetchCreate', 'POST', '/experimental/v1/image-fetches', ['image-fetch'])
/** Cancel image fetch. */
export const imageFetchCancel = /* @__PURE__ */ extensionCall('imageFetchCancel', 'POST', '/experimental/v1/image-fetches/{fetch}/cancel', ['image-fetch'])
/** Retry image fetch. */
export const imageFetchRetry = /* @__PURE__ */ extensionCall('imageFetchRetry', 'POST', '/experimental/v1/image-fetches/{fetch}/retry', ['image-fetch'])
