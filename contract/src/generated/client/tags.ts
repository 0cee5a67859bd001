// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** List the tags that a project uses. */
export const tagList = /* @__PURE__ */ extensionCall('tagList', 'GET', '/experimental/v1/tags')
/** Fetch the tags of a resource. */
export const tagView = /* @__PURE__ */ extensionCall('tagView', 'GET', '/experimental/v1/tags/{kind}/{resource}')
