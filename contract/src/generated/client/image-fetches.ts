// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** List image fetches. */
export const imageFetchList = /* @__PURE__ */ extensionCall('imageFetchList', 'GET', '/experimental/v1/image-fetches')
/** Fetch image fetch. */
export const imageFetchView = /* @__PURE__ */ extensionCall('imageFetchView', 'GET', '/experimental/v1/image-fetches/{fetch}')
/** Fetch image catalog. */
export const imageCatalogView = /* @__PURE__ */ extensionCall('imageCatalogView', 'GET', '/experimental/v1/image-catalog')
