import type { Id, Time } from './values.ts'

export type AuditLogRow = {
  /** That of the request, so that entries of the change log find it. */
  id: Id
  time_started: Time
  /** Null while the request runs. */
  time_completed: Time | null
  request_id: string
  request_uri: string
  operation_id: string
  source_ip: string
  user_agent: string | null
  actor_kind: 'silo_user' | 'scim' | 'unauthenticated'
  actor_id: Id | null
  actor_silo_id: Id | null
  auth_method: 'session_cookie' | 'access_token' | 'scim_token' | null
  credential_id: Id | null
  result: 'success' | 'error' | 'unknown' | null
  http_status_code: number | null
  error_code: string | null
  error_message: string | null
  /** The resource that the request names. */
  resource_kind: string | null
  resource_id: Id | null
  resource_name: string | null
  resource_silo_id: Id | null
  resource_project_id: Id | null
  /** The user that a successful sign-in signed in. */
  signed_in_id: Id | null
  signed_in_silo_id: Id | null
  /** Further refusals that have no entry of their own: see `RepeatedRefusals`. */
  repeats: number
  /** The order of completion, which a trigger sets; null while the request runs. Transactions sort first. */
  transaction_id: number | null
  seq: number | null
}

/** The audit log. */
export type AuditTables = {
  audit_log: AuditLogRow
  /** The highest number that an entry had, on SQLite. */
  audit_log_end: { seq: number }
}
