// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List images of a project, or of the silo when no project is given. */
export const imageList = /* @__PURE__ */ call('imageList', 'GET', '/v1/images', [], {"choices":"images","sorts":["size"],"expectedFailures":{"403":"a user without a role in the silo uses only the project's images"}})
/** Fetch the disks made from an image. */
export const imageDisks = /* @__PURE__ */ extensionCall('imageDisks', 'GET', '/experimental/v1/images/{image}/disks')
/** Fetch image. */
export const imageView = /* @__PURE__ */ call('imageView', 'GET', '/v1/images/{image}', [], {"expectedFailures":{"404":"the image of a disk may be deleted"}})
