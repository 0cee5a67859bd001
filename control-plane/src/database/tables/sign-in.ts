import type { Id, Named, Time } from './values.ts'

type SessionTable = {
  id: Id
  /** SHA-256 of the token in hex: who reads the database cannot sign in with it. */
  token_hash: string
  user_id: Id
  time_created: Time
  time_last_used: Time
}
export type AccessTokenRow = {
  id: Id
  user_id: Id
  /** SHA-256 of the whole token in hex. */
  token_hash: string
  time_created: Time
  /** Null when it does not end. */
  time_expires: Time | null
}
/** A device that asked for a token. The device code itself is not kept: the token is made from it, see access-tokens/. */
export type DeviceAuthRequestRow = {
  id: Id
  device_code_hash: string
  /** Hash of the token that the device will have. */
  token_hash: string
  /** 8 letters without the hyphen. */
  user_code: string
  client_id: Id
  client_address: string
  ttl_seconds: number | null
  time_created: Time
  /** Until when it can be confirmed; once it is, until when the token can be fetched. */
  time_expires: Time
  time_confirmed: Time | null
  /** Null again when the token was deleted. */
  token_id: Id | null
}
export type SamlProviderRow = Named & {
  silo_id: Id
  /** The provider's metadata as XML: where it is asked, and what it signs with. */
  idp_metadata: string
  idp_entity_id: string
  sp_client_id: string
  acs_url: string
  slo_url: string
  technical_contact_email: string
  group_attribute_name: string | null
  /** X.509 certificate in DER as base64. */
  public_cert: string | null
  /** RSA key of it, PKCS #1 in DER as base64. */
  private_key: string | null
}
/** A request that was sent to a provider and not answered yet. */
type SamlRequestTable = { id: string; provider_id: Id; time_expires: Time }
/** An assertion that somebody signed in with, until it would not be taken any more. */
type SamlAssertionTable = {
  /** SHA-256 of the provider and the assertion's id, in hex. */
  key: string
  time_expires: Time
}
/** Failed sign-ins by name and address, for the limit. */
type SignInAttemptTable = { key: string; failures: number; time_first: Time }

/** How somebody gets in, and what they stay in with. */
export type SignInTables = {
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  access_token: AccessTokenRow
  device_auth_request: DeviceAuthRequestRow
  saml_provider: SamlProviderRow
  saml_request: SamlRequestTable
  saml_assertion: SamlAssertionTable
}
