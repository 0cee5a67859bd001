// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Delete alert receiver. */
export const alertReceiverDelete = /* @__PURE__ */ call('alertReceiverDelete', 'DELETE', '/v1/alert-receivers/{receiver}', ['alert-receiver'])
/** Send probe to alert receiver. */
export const alertReceiverProbe = /* @__PURE__ */ call('alertReceiverProbe', 'POST', '/v1/alert-receivers/{receiver}/probe', ['alert-receiver'])
/** Add subscription to alert receiver. */
export const alertReceiverSubscriptionAdd = /* @__PURE__ */ call('alertReceiverSubscriptionAdd', 'POST', '/v1/alert-receivers/{receiver}/subscriptions', ['alert-receiver'])
/** Remove subscription from alert receiver. */
export const alertReceiverSubscriptionRemove = /* @__PURE__ */ call('alertReceiverSubscriptionRemove', 'DELETE', '/v1/alert-receivers/{receiver}/subscriptions/{subscription}', ['alert-receiver'])
/** Create webhook receiver. */
export const webhookReceiverCreate = /* @__PURE__ */ call('webhookReceiverCreate', 'POST', '/v1/webhook-receivers', ['alert-receiver'])
/** Update webhook receiver. */
export const webhookReceiverUpdate = /* @__PURE__ */ call('webhookReceiverUpdate', 'PUT', '/v1/webhook-receivers/{receiver}', ['alert-receiver'])
/** Add secret to webhook receiver. */
export const webhookSecretsAdd = /* @__PURE__ */ call('webhookSecretsAdd', 'POST', '/v1/webhook-secrets', ['alert-receiver'])
/** Delete secret of webhook receiver. */
export const webhookSecretsDelete = /* @__PURE__ */ call('webhookSecretsDelete', 'DELETE', '/v1/webhook-secrets/{secretId}', ['alert-receiver'])
/** Send alert again. */
export const alertDeliveryResend = /* @__PURE__ */ call('alertDeliveryResend', 'POST', '/v1/alerts/{alertId}/resend', ['alert-receiver'])
