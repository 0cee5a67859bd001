import type { ChangeLogRow } from '../../database/schema.ts'

/** The caller of a request: a user, or an identity provider that calls by SCIM (its id is that of its token). */
export type LoggedActor = {
  kind: 'user' | 'scim'
  id: string
  name: string | null
  siloId: string
  siloName: string
}

/**
 * How a request proves its caller. Never holds a secret.
 * `id` is that of the session, token, provider or job; null for a password, and for a credential that no one has.
 */
export type LoggedCredential = {
  kind:
    | 'session'
    | 'access_token'
    | 'scim_token'
    | 'password'
    | 'one_time_code'
    | 'recovery_code'
    | 'saml_answer'
    | 'device_code'
    | 'bulk_job'
  id: string | null
}

/** A resource that an operation is about. */
export type LoggedTarget = {
  kind: string
  id: string
  name: string | null
  siloId: string | null
  projectId: string | null
}

/** One resource that an operation changed. The change log has its contents before and after. */
export type LoggedChangeOf = { kind: string; action: ChangeLogRow['action']; id: string }

/**
 * One entry of the security log: a sign-in, the first use of a session or token from an address, a refusal or a change. docs/security-log.md describes it for operators.
 * Texts that users chose are escaped and cut (`plainText`).
 */
export type SecurityEntry = {
  event: 'sign_in' | 'credential_use' | 'refusal' | 'change'
  requestId: string
  /** In wire names: `instance_stop`. */
  operation: string
  method: string
  /** Path of the request, without its query; null for a part of a bulk job. */
  path: string | null
  clientAddress: string | null
  /** The caller. In a refused sign-in, the user whose name was given; null if there is none. */
  actor: LoggedActor | null
  credential: LoggedCredential | null
  /** The session or token that a sign-in began. */
  begun: LoggedCredential | null
  target: LoggedTarget | null
  /** At most `MAX_LOGGED_CHANGES`, see `changeCount`. */
  changes: LoggedChangeOf[]
  changeCount: number
  outcome: 'succeeded' | 'refused' | 'failed'
  /** HTTP status of the answer; null if there was none. */
  status: number | null
  errorCode: string | null
  /** Why it was refused. */
  reason: string | null
}
