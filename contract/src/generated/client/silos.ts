// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List access tokens of a user. */
export const userTokenList = /* @__PURE__ */ call('userTokenList', 'GET', '/v1/users/{userId}/access-tokens')
/** Fetch the caller's silo's settings for signing in. */
export const authSettingsView = /* @__PURE__ */ call('authSettingsView', 'GET', '/v1/auth-settings')
/** Update the caller's silo's settings for signing in. */
export const authSettingsUpdate = /* @__PURE__ */ call('authSettingsUpdate', 'PUT', '/v1/auth-settings', ['silo-auth-settings'])
/** List the identity providers of a silo. */
export const siloIdentityProviderList = /* @__PURE__ */ call('siloIdentityProviderList', 'GET', '/v1/system/identity-providers')
/** Create SAML identity provider. */
export const samlIdentityProviderCreate = /* @__PURE__ */ call('samlIdentityProviderCreate', 'POST', '/v1/system/identity-providers/saml', ['saml-identity-provider'])
/** Fetch SAML identity provider. */
export const samlIdentityProviderView = /* @__PURE__ */ call('samlIdentityProviderView', 'GET', '/v1/system/identity-providers/saml/{provider}')
/** Change the settings of a SAML identity provider. */
export const samlIdentityProviderUpdate = /* @__PURE__ */ extensionCall('samlIdentityProviderUpdate', 'PUT', '/experimental/v1/system/identity-providers/saml/{provider}', ['saml-identity-provider', 'silo-user', 'device-access-token'])
/** Replace the metadata of a SAML identity provider. */
export const samlIdentityProviderReplaceMetadata = /* @__PURE__ */ extensionCall('samlIdentityProviderReplaceMetadata', 'PUT', '/experimental/v1/system/identity-providers/saml/{provider}/metadata', ['saml-identity-provider'])
/** Delete SAML identity provider. */
export const samlIdentityProviderDelete = /* @__PURE__ */ extensionCall('samlIdentityProviderDelete', 'DELETE', '/experimental/v1/system/identity-providers/saml/{provider}', ['saml-identity-provider', 'silo-user', 'device-access-token'])
/** Redirect the browser to the identity provider. */
export const loginSamlRedirect = /* @__PURE__ */ call('loginSamlRedirect', 'GET', '/login/{siloName}/saml/{providerName}/redirect')
/** Sign in with a SAML response. */
export const loginSaml = /* @__PURE__ */ call('loginSaml', 'POST', '/login/{siloName}/saml/{providerName}', ['silo-user', 'silo-group', 'silo-policy'])
/** Start the session of an accepted SAML response. */
export const loginSamlFinish = /* @__PURE__ */ call('loginSamlFinish', 'GET', '/login/{siloName}/saml/{providerName}/finish')
/** Fetch the user of an accepted SAML response. */
export const loginSamlAnswerView = /* @__PURE__ */ call('loginSamlAnswerView', 'GET', '/login/{siloName}/saml/{providerName}/answer')
/** Replace another user's session by that of an accepted SAML response. */
export const loginSamlConfirm = /* @__PURE__ */ call('loginSamlConfirm', 'POST', '/login/{siloName}/saml/{providerName}/confirm')
/** List a silo's SCIM tokens, oldest first. */
export const scimTokenList = /* @__PURE__ */ call('scimTokenList', 'GET', '/v1/system/scim/tokens')
/** Create SCIM token. */
export const scimTokenCreate = /* @__PURE__ */ call('scimTokenCreate', 'POST', '/v1/system/scim/tokens', ['scim-token'])
/** Fetch SCIM token. */
export const scimTokenView = /* @__PURE__ */ call('scimTokenView', 'GET', '/v1/system/scim/tokens/{tokenId}')
/** Change the strongest fleet role of a SCIM token. */
export const scimTokenUpdate = /* @__PURE__ */ extensionCall('scimTokenUpdate', 'PUT', '/experimental/v1/system/scim/tokens/{tokenId}', ['scim-token'])
/** Delete SCIM token. */
export const scimTokenDelete = /* @__PURE__ */ call('scimTokenDelete', 'DELETE', '/v1/system/scim/tokens/{tokenId}', ['scim-token'])
/** List silos. */
export const siloList = /* @__PURE__ */ call('siloList', 'GET', '/v1/system/silos')
/** Create silo. */
export const siloCreate = /* @__PURE__ */ call('siloCreate', 'POST', '/v1/system/silos', ['silo', 'silo-group', 'silo-policy', 'silo-quotas', 'certificate'])
/** Fetch silo. */
export const siloView = /* @__PURE__ */ call('siloView', 'GET', '/v1/system/silos/{silo}')
/** Delete silo that has no projects. */
export const siloDelete = /* @__PURE__ */ call('siloDelete', 'DELETE', '/v1/system/silos/{silo}', ['silo', 'fleet-policy'])
/** Fetch what a silo contains and what stands in the way of deleting it. */
export const siloDeletionPlan = /* @__PURE__ */ extensionCall('siloDeletionPlan', 'GET', '/experimental/v1/system/silos/{silo}/deletion-plan')
/** Delete a silo and everything in it. */
export const siloDeleteWithContents = /* @__PURE__ */ extensionCall('siloDeleteWithContents', 'POST', '/experimental/v1/system/silos/{silo}/delete-with-contents', ['affinity-group', 'affinity-group-member', 'anti-affinity-group', 'anti-affinity-group-member', 'disk', 'external-ip', 'external-subnet', 'floating-ip', 'image-fetch', 'instance', 'instance-network-interface', 'internet-gateway', 'internet-gateway-ip-address', 'internet-gateway-ip-pool', 'multicast-group-member', 'probe', 'project-image', 'router-route', 'snapshot', 'vpc', 'vpc-firewall-rule', 'vpc-router', 'vpc-subnet', 'project', 'silo-image', 'silo-user', 'silo-group', 'saml-identity-provider', 'scim-token', 'certificate', 'multicast-group', 'silo', 'fleet-policy', 'bulk-job'])
/** List IP pools linked to a silo. */
export const siloIpPoolList = /* @__PURE__ */ call('siloIpPoolList', 'GET', '/v1/system/silos/{silo}/ip-pools')
/** List subnet pools linked to a silo. */
export const siloSubnetPoolList = /* @__PURE__ */ call('siloSubnetPoolList', 'GET', '/v1/system/silos/{silo}/subnet-pools')
