import type { Meaning } from '@granary/contract/operation.ts'
import { ipProblem } from '@granary/domain/ip.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { AuditLogRow } from '../database/schema.ts'
import type { ApiError } from '../kit/base/errors.ts'
import type { LoggedCredential } from '../kit/log/security-entry.ts'
import { plainText } from '../kit/log/security-log.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import type { Caller, Trail } from '../kit/log/trail.ts'

/** A request as the logs describe it: its operation, and what the host knows about it. */
export type Incoming = {
  /** In wire names. */
  operation: string
  meaning: Meaning
  isAudited: boolean
  request: Request
  bindings: Bindings
}

/** The address of a client that the host can't tell. */
const UNKNOWN_ADDRESS = '0.0.0.0'
const MAX_URI = 512
const MAX_USER_AGENT = 256
const MAX_MESSAGE = 1024

type Result = Pick<
  AuditLogRow,
  'time_completed' | 'result' | 'http_status_code' | 'error_code' | 'error_message'
>

type Subject = Pick<
  AuditLogRow,
  | 'resource_kind'
  | 'resource_id'
  | 'resource_name'
  | 'resource_silo_id'
  | 'resource_project_id'
  | 'signed_in_id'
  | 'signed_in_silo_id'
>

const NO_SUBJECT: Subject = {
  resource_kind: null,
  resource_id: null,
  resource_name: null,
  resource_silo_id: null,
  resource_project_id: null,
  signed_in_id: null,
  signed_in_silo_id: null,
}

/** Returns the open entry of a request. */
export function openEntry(
  { operation, meaning, request, bindings }: Incoming,
  caller: Caller,
  timeStarted: string,
): AuditLogRow {
  const { requestId, clientAddress } = bindings
  // A sign-in has no caller yet, also in a browser that still has a session.
  const { actor, credential } = meaning === 'sign_in' ? { actor: null, credential: null } : caller
  const authMethod = actor && authMethodOf(credential)
  const { pathname, search } = new URL(request.url)
  // The query of a sign-in is left out, because it may hold a secret.
  const uri = meaning === 'sign_in' ? pathname : pathname + search
  return {
    id: isUuid(requestId) ? requestId : crypto.randomUUID(),
    time_started: timeStarted,
    request_id: requestId,
    request_uri: uri.slice(0, MAX_URI),
    operation_id: operation,
    source_ip: ipProblem(clientAddress) === null ? clientAddress : UNKNOWN_ADDRESS,
    user_agent: storable(request.headers.get('user-agent'), MAX_USER_AGENT),
    actor_kind: actor ? (actor.kind === 'user' ? 'silo_user' : 'scim') : 'unauthenticated',
    actor_id: actor?.kind === 'user' ? actor.id : null,
    actor_silo_id: actor?.siloId ?? null,
    auth_method: authMethod,
    credential_id: authMethod && credential!.id,
    time_completed: null,
    result: null,
    http_status_code: null,
    error_code: null,
    error_message: null,
    ...NO_SUBJECT,
    repeats: 0,
    transaction_id: null,
    seq: null,
  }
}

/**
 * Returns the resource that a request names, as far as it was found, and the user that it signed in.
 * @param signsIn whether the request is a sign-in that succeeded.
 */
export function subjectOf({ target, actor }: Trail, signsIn: boolean): Subject {
  const user = signsIn && actor?.kind === 'user' ? actor : null
  return {
    resource_kind: target?.kind ?? null,
    resource_id: target?.id ?? null,
    resource_name: target?.name ? plainText(target.name) : null,
    resource_silo_id: target?.siloId ?? null,
    resource_project_id: target?.projectId ?? null,
    signed_in_id: user?.id ?? null,
    signed_in_silo_id: user?.siloId ?? null,
  }
}

/** The outcome of a request. @param refusal null for a success, and for an error of the server. */
export function resultOf(time: string, status: number, refusal: ApiError | null): Result {
  if (!refusal && status < 400)
    return {
      time_completed: time,
      result: 'success',
      http_status_code: status,
      error_code: null,
      error_message: null,
    }
  return {
    time_completed: time,
    result: 'error',
    // A refused sign-in may be answered with a redirect to a page that gives the reason.
    http_status_code: refusal?.status ?? status,
    error_code: refusal ? (refusal.code ?? null) : 'Internal',
    error_message: storable(refusal?.message ?? 'Internal Server Error', MAX_MESSAGE),
  }
}

function authMethodOf(credential: LoggedCredential | null): AuditLogRow['auth_method'] {
  switch (credential?.kind) {
    case 'session':
      return 'session_cookie'
    case 'access_token':
    case 'scim_token':
      return credential.kind
    default:
      return null
  }
}

/** PostgreSQL stores neither NUL nor halves of characters. */
const storable = <Text extends string | null>(text: Text, length: number): Text =>
  (text === null ? null : text.replaceAll('\0', '').slice(0, length).toWellFormed()) as Text
