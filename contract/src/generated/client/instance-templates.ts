// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** List instance templates. */
export const instanceTemplateList = /* @__PURE__ */ extensionCall('instanceTemplateList', 'GET', '/experimental/v1/instance-templates', [], {"choices":"templates"})
/** Fetch instance template. */
export const instanceTemplateView = /* @__PURE__ */ extensionCall('instanceTemplateView', 'GET', '/experimental/v1/instance-templates/{instanceTemplate}')
