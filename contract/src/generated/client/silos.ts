// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List access tokens of a user. */
export const userTokenList = /* @__PURE__ */ call('userTokenList', 'GET', '/v1/users/{userId}/access-tokens', [], {"sorts":["created","used"]})
/** Fetch the caller's silo's settings for signing in. */
export const authSettingsView = /* @__PURE__ */ call('authSettingsView', 'GET', '/v1/auth-settings')
/** List the identity providers of a silo. */
export const siloIdentityProviderList = /* @__PURE__ */ call('siloIdentityProviderList', 'GET', '/v1/system/identity-providers')
/** Fetch SAML identity provider. */
export const samlIdentityProviderView = /* @__PURE__ */ call('samlIdentityProviderView', 'GET', '/v1/system/identity-providers/saml/{provider}')
/** Fetch the result of a test of a SAML identity provider. */
export const samlTestView = /* @__PURE__ */ extensionCall('samlTestView', 'GET', '/experimental/v1/system/identity-providers/saml/{provider}/tests/{test}')
/** Redirect the browser to the identity provider. */
export const loginSamlRedirect = /* @__PURE__ */ call('loginSamlRedirect', 'GET', '/login/{siloName}/saml/{providerName}/redirect')
/** Start the session of an accepted SAML response. */
export const loginSamlFinish = /* @__PURE__ */ call('loginSamlFinish', 'GET', '/login/{siloName}/saml/{providerName}/finish')
/** Fetch the user of an accepted SAML response. */
export const loginSamlAnswerView = /* @__PURE__ */ call('loginSamlAnswerView', 'GET', '/login/{siloName}/saml/{providerName}/answer')
/** List a silo's SCIM tokens, oldest first. */
export const scimTokenList = /* @__PURE__ */ call('scimTokenList', 'GET', '/v1/system/scim/tokens', [], {"expectedFailures":{"403":"only admins of the fleet or the silo may list SCIM tokens"}})
/** Fetch SCIM token. */
export const scimTokenView = /* @__PURE__ */ call('scimTokenView', 'GET', '/v1/system/scim/tokens/{tokenId}')
/** List silos. */
export const siloList = /* @__PURE__ */ call('siloList', 'GET', '/v1/system/silos', [], {"choices":"silos"})
/** Fetch silo. */
export const siloView = /* @__PURE__ */ call('siloView', 'GET', '/v1/system/silos/{silo}')
/** Fetch what a silo contains and what stands in the way of deleting it. */
export const siloDeletionPlan = /* @__PURE__ */ extensionCall('siloDeletionPlan', 'GET', '/experimental/v1/system/silos/{silo}/deletion-plan')
/** List IP pools linked to a silo. */
export const siloIpPoolList = /* @__PURE__ */ call('siloIpPoolList', 'GET', '/v1/system/silos/{silo}/ip-pools', [], {"choices":"IP pools of the silo"})
/** List subnet pools linked to a silo. */
export const siloSubnetPoolList = /* @__PURE__ */ call('siloSubnetPoolList', 'GET', '/v1/system/silos/{silo}/subnet-pools', [], {"choices":"subnet pools of the silo"})
