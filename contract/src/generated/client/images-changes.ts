// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create image of a project, or of the silo when no project is given. */
export const imageCreate = /* @__PURE__ */ call('imageCreate', 'POST', '/v1/images', ['project-image', 'silo-image'])
/** Delete image. */
export const imageDelete = /* @__PURE__ */ call('imageDelete', 'DELETE', '/v1/images/{image}', ['project-image', 'silo-image'])
/** Promote a project's image to its silo. */
export const imagePromote = /* @__PURE__ */ call('imagePromote', 'POST', '/v1/images/{image}/promote', ['project-image', 'silo-image'])
/** Demote a silo's image to a project. */
export const imageDemote = /* @__PURE__ */ call('imageDemote', 'POST', '/v1/images/{image}/demote', ['project-image', 'silo-image'])
