// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List alert receivers. */
export const alertReceiverList = /* @__PURE__ */ call('alertReceiverList', 'GET', '/v1/alert-receivers')
/** Fetch alert receiver. */
export const alertReceiverView = /* @__PURE__ */ call('alertReceiverView', 'GET', '/v1/alert-receivers/{receiver}')
/** List deliveries to alert receiver. */
export const alertDeliveryList = /* @__PURE__ */ call('alertDeliveryList', 'GET', '/v1/alert-receivers/{receiver}/deliveries')
/** Fetch alert settings. */
export const alertSettingsView = /* @__PURE__ */ extensionCall('alertSettingsView', 'GET', '/experimental/v1/system/alert-settings')
/** List secrets of webhook receiver. */
export const webhookSecretsList = /* @__PURE__ */ call('webhookSecretsList', 'GET', '/v1/webhook-secrets')
/** List alert classes. */
export const alertClassList = /* @__PURE__ */ call('alertClassList', 'GET', '/v1/alert-classes')
/** List alerts. */
export const alertList = /* @__PURE__ */ call('alertList', 'GET', '/v1/alerts')
/** Fetch alert. */
export const alertView = /* @__PURE__ */ call('alertView', 'GET', '/v1/alerts/{alertId}')
/** Count unresolved alerts. */
export const alertCount = /* @__PURE__ */ extensionCall('alertCount', 'GET', '/experimental/v1/system/alert-count')
/** List deliveries of alert. */
export const alertDeliveryListByAlert = /* @__PURE__ */ extensionCall('alertDeliveryListByAlert', 'GET', '/experimental/v1/alerts/{alertId}/deliveries')
