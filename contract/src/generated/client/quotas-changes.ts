// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Update the quotas of a silo. */
export const siloQuotasUpdate = /* @__PURE__ */ call('siloQuotasUpdate', 'PUT', '/v1/system/silos/{silo}/quotas', ['silo-quotas'])
