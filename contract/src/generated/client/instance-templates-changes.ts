// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Create instance template. */
export const instanceTemplateCreate = /* @__PURE__ */ extensionCall('instanceTemplateCreate', 'POST', '/experimental/v1/instance-templates', ['instance-template'])
/** Update instance template. */
export const instanceTemplateUpdate = /* @__PURE__ */ extensionCall('instanceTemplateUpdate', 'PUT', '/experimental/v1/instance-templates/{instanceTemplate}', ['instance-template'])
/** Delete instance template. */
export const instanceTemplateDelete = /* @__PURE__ */ extensionCall('instanceTemplateDelete', 'DELETE', '/experimental/v1/instance-templates/{instanceTemplate}', ['instance-template'])
