// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Update the caller's silo's settings for signing in. */
export const authSettingsUpdate = /* @__PURE__ */ call('authSettingsUpdate', 'PUT', '/v1/auth-settings', ['silo-auth-settings'])
/** Create SAML identity provider. */
export const samlIdentityProviderCreate = /* @__PURE__ */ call('samlIdentityProviderCreate', 'POST', '/v1/system/identity-providers/saml', ['saml-identity-provider'])
/** Change the settings of a SAML identity provider. */
export const samlIdentityProviderUpdate = /* @__PURE__ */ extensionCall('samlIdentityProviderUpdate', 'PUT', '/experimental/v1/system/identity-providers/saml/{provider}', ['saml-identity-provider', 'silo-user', 'device-access-token'])
/** Replace the metadata of a SAML identity provider. */
export const samlIdentityProviderReplaceMetadata = /* @__PURE__ */ extensionCall('samlIdentityProviderReplaceMetadata', 'PUT', '/experimental/v1/system/identity-providers/saml/{provider}/metadata', ['saml-identity-provider'])
/** Delete SAML identity provider. */
export const samlIdentityProviderDelete = /* @__PURE__ */ extensionCall('samlIdentityProviderDelete', 'DELETE', '/experimental/v1/system/identity-providers/saml/{provider}', ['saml-identity-provider', 'silo-user', 'device-access-token'])
/** Begin to test a SAML identity provider. */
export const samlTestCreate = /* @__PURE__ */ extensionCall('samlTestCreate', 'POST', '/experimental/v1/system/identity-providers/saml/{provider}/tests')
/** Sign in with a SAML response. */
export const loginSaml = /* @__PURE__ */ call('loginSaml', 'POST', '/login/{siloName}/saml/{providerName}', ['silo-user', 'silo-group', 'silo-policy'])
/** Replace another user's session by that of an accepted SAML response. */
export const loginSamlConfirm = /* @__PURE__ */ call('loginSamlConfirm', 'POST', '/login/{siloName}/saml/{providerName}/confirm')
/** Create SCIM token. */
export const scimTokenCreate = /* @__PURE__ */ call('scimTokenCreate', 'POST', '/v1/system/scim/tokens', ['scim-token'])
/** Change the strongest fleet role of a SCIM token. */
export const scimTokenUpdate = /* @__PURE__ */ extensionCall('scimTokenUpdate', 'PUT', '/experimental/v1/system/scim/tokens/{tokenId}', ['scim-token'])
/** Delete SCIM token. */
export const scimTokenDelete = /* @__PURE__ */ call('scimTokenDelete', 'DELETE', '/v1/system/scim/tokens/{tokenId}', ['scim-token'])
/** Create silo. */
export const siloCreate = /* @__PURE__ */ call('siloCreate', 'POST', '/v1/system/silos', ['silo', 'silo-group', 'silo-policy', 'silo-quotas', 'certificate'])
/** Delete silo that has no projects. */
export const siloDelete = /* @__PURE__ */ call('siloDelete', 'DELETE', '/v1/system/silos/{silo}', ['silo', 'fleet-policy'])
/** Delete a silo and everything in it. */
export const siloDeleteWithContents = /* @__PURE__ */ extensionCall('siloDeleteWithContents', 'POST', '/experimental/v1/system/silos/{silo}/delete-with-contents', ['affinity-group', 'affinity-group-member', 'anti-affinity-group', 'anti-affinity-group-member', 'disk', 'external-ip', 'external-subnet', 'floating-ip', 'image-fetch', 'instance', 'instance-network-interface', 'instance-template', 'internet-gateway', 'internet-gateway-ip-address', 'internet-gateway-ip-pool', 'multicast-group-member', 'probe', 'project-image', 'router-route', 'snapshot', 'vpc', 'vpc-firewall-rule', 'vpc-router', 'vpc-subnet', 'project', 'silo-image', 'silo-user', 'silo-group', 'saml-identity-provider', 'scim-token', 'certificate', 'multicast-group', 'silo', 'fleet-policy', 'bulk-job'])
