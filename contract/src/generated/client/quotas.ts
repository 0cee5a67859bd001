// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List the quotas of all silos. */
export const systemQuotasList = /* @__PURE__ */ call('systemQuotasList', 'GET', '/v1/system/silo-quotas')
/** Fetch the quotas of a silo. */
export const siloQuotasView = /* @__PURE__ */ call('siloQuotasView', 'GET', '/v1/system/silos/{silo}/quotas')
/** Fetch the utilization of the caller's silo. */
export const utilizationView = /* @__PURE__ */ call('utilizationView', 'GET', '/v1/utilization')
/** List the utilization of silos. */
export const siloUtilizationList = /* @__PURE__ */ call('siloUtilizationList', 'GET', '/v1/system/utilization/silos')
/** Fetch the utilization of a silo. */
export const siloUtilizationView = /* @__PURE__ */ call('siloUtilizationView', 'GET', '/v1/system/utilization/silos/{silo}')
