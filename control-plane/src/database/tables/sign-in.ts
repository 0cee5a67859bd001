import type { MissingGroups } from '@granary/domain/missing-groups.ts'
import type { FleetRole } from '@granary/domain/roles.ts'
import type { Generated } from 'kysely'
import type { Flag, Id, Named, Time } from './values.ts'

type SessionTable = {
  id: Id
  /** SHA-256 of the token in hex, so that a reader of the database cannot sign in with it. */
  token_hash: string
  user_id: Id
  time_created: Time
  time_last_used: Time
  /** Address that the user signed in from; null for a session from before addresses were stored. */
  client_address: string | null
  /** Browser and system in words. */
  client_name: string | null
}
/** The one-time codes of a user (RFC 6238). */
type SecondFactorTable = {
  user_id: Id
  /** In base32. The server computes codes with it, so it can't be a hash. */
  secret: string
  time_created: Time
  /** Null until the user has entered a code: signing in does not need one yet. */
  time_confirmed: Time | null
  /** Number of the 30 seconds of the last code, which can't be used again. */
  last_step: Generated<number>
}
/** A code that stands in for a one-time code, once. */
type RecoveryCodeTable = { user_id: Id; code_hash: string }
export type AccessTokenRow = {
  id: Id
  user_id: Id
  /** SHA-256 of the whole token in hex. */
  token_hash: string
  time_created: Time
  /** Null if it does not expire. */
  time_expires: Time | null
  /** Program and system of the device; null if unknown. */
  name: string | null
}
/** When a token was last used, to the minute. */
type AccessTokenUseTable = { token_id: Id; time_last_used: Time }
/**
 * A device's request for a token. The device code itself is not stored: the token derives from it, see
 * access-tokens/.
 */
export type DeviceAuthRequestRow = {
  id: Id
  device_code_hash: string
  /** Hash of the token that the device will get. */
  token_hash: string
  /** 8 letters without the hyphen. */
  user_code: string
  client_id: Id
  client_address: string
  /** What the address counts as: itself, or its IPv6 network of 64 bits. */
  client_network: string
  /** Program and system in words. */
  client_name: string | null
  ttl_seconds: number | null
  time_created: Time
  /** Deadline of the confirmation; once confirmed, deadline for fetching the token. */
  time_expires: Time
  time_confirmed: Time | null
  /** Null again once the token is deleted. */
  token_id: Id | null
}
export type SamlProviderRow = Named & {
  silo_id: Id
  /** The provider's metadata as XML: its address and signing keys. */
  idp_metadata: string
  idp_entity_id: string
  sp_client_id: string
  acs_url: string
  slo_url: string
  technical_contact_email: string
  group_attribute_name: string | null
  /** X.509 certificate in DER as base64. */
  public_cert: string | null
  /** Its RSA key, PKCS #1 in DER as base64. */
  private_key: string | null
  /** The strongest fleet role of users that it may sign in; see kinds/fleet-power.ts. */
  max_fleet_role: FleetRole | null
  /** 0: nobody signs in with it. */
  enabled: Flag
  /** 1: answers without a request are accepted. */
  allow_unsolicited: Flag
  /** What an answer without the attribute of groups does to a user's groups. */
  missing_groups: MissingGroups
  /** The attribute that identifies a user; null for the NameID. */
  user_id_attribute: string | null
}
/** A request to a provider without an answer yet. */
type SamlRequestTable = {
  id: string
  provider_id: Id
  time_expires: Time
  /** SHA-256 of the cookie of the browser that made the request. */
  browser_hash: string
  /** The browser's IPv4 address, or its IPv6 network of 64 bits. */
  network: string
}
/** A provider's answer that was accepted, until the browser gets its session. */
type SamlAnswerTable = {
  /** SHA-256 of the secret that the browser brings. */
  token_hash: string
  provider_id: Id
  user_id: Id
  /** The browser that made the request; null for an answer without a request. */
  browser_hash: string | null
  /** Path of the page to open. */
  target: string
  time_expires: Time
}
/** A test of a provider. An admin has one at a time. */
type SamlTestTable = {
  /** The id of the request to the provider: that of the test after an underscore. */
  id: string
  provider_id: Id
  user_id: Id
  /** Path of the console that shows the result. */
  return_path: string
  time_expires: Time
  /** As JSON; null until the provider has answered. */
  result: string | null
}
/** A user who has signed in through a provider, and loses sessions and tokens with it. */
type SamlProviderUserTable = {
  provider_id: Id
  user_id: Id
  /** When the user last signed in by an answer without groups, and kept the present ones; null if it had groups. */
  time_groups_kept: Time | null
}
/** An accepted assertion, kept until it expires so that it can't be replayed. */
type SamlAssertionTable = {
  /** SHA-256 of the provider and the assertion's id, in hex. */
  key: string
  time_expires: Time
}
/** Failed attempts by what they count against, for the limits. Attempts that are being checked count too. */
type SignInAttemptTable = { key: string; failures: number; time_first: Time; time_last: Time }
/** An address that a user has signed in from. */
type KnownAddressTable = {
  user_id: Id
  /** An IPv4 address, or an IPv6 network of 64 bits. */
  network: string
  time_last_used: Time
}

/** The sum over the shards grows with every change of what callers may do; triggers count, see migration 17. */
type AccessVersionTable = { shard: number; version: number }

/** Credentials, sessions and the sign-in methods. */
export type SignInTables = {
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  known_address: KnownAddressTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  access_token: AccessTokenRow
  access_token_use: AccessTokenUseTable
  device_auth_request: DeviceAuthRequestRow
  saml_provider: SamlProviderRow
  saml_provider_user: SamlProviderUserTable
  saml_answer: SamlAnswerTable
  saml_request: SamlRequestTable
  saml_test: SamlTestTable
  saml_assertion: SamlAssertionTable
  access_version: AccessVersionTable
}
