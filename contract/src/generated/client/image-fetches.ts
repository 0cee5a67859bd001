// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** List image fetches. */
export const imageFetchList = /* @__PURE__ */ extensionCall('imageFetchList', 'GET', '/experimental/v1/image-fetches')
/** Fetch image from an address. */
export const imageFetchCreate = /* @__PURE__ */ extensionCall('imageFetchCreate', 'POST', '/experimental/v1/image-fetches', ['image-fetch'])
/** Fetch image fetch. */
export const imageFetchView = /* @__PURE__ */ extensionCall('imageFetchView', 'GET', '/experimental/v1/image-fetches/{fetch}')
/** Cancel image fetch. */
export const imageFetchCancel = /* @__PURE__ */ extensionCall('imageFetchCancel', 'POST', '/experimental/v1/image-fetches/{fetch}/cancel', ['image-fetch'])
/** Retry image fetch. */
export const imageFetchRetry = /* @__PURE__ */ extensionCall('imageFetchRetry', 'POST', '/experimental/v1/image-fetches/{fetch}/retry', ['image-fetch'])
/** Fetch image catalog. */
export const imageCatalogView = /* @__PURE__ */ extensionCall('imageCatalogView', 'GET', '/experimental/v1/image-catalog')
