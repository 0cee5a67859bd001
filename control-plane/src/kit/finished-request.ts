import type { ApiError } from './errors.ts'
import { type LoggedChangeOf, MAX_LOGGED_CHANGES, plainText, type SecurityEntry } from './security-entry.ts'
import { CODE_REQUESTED } from './security-log.ts'
import type { Trail } from './trail.ts'

/** A finished request, as its security entry describes it. */
export type FinishedRequest = Pick<
  SecurityEntry,
  'requestId' | 'operation' | 'method' | 'path' | 'clientAddress' | 'status'
> & {
  trail: Trail
  /** Null for a success, and for an error of the server. */
  refusal: ApiError | null
}

/** Describes a request in the security log. */
export function securityEntry(event: SecurityEntry['event'], finished: FinishedRequest): SecurityEntry {
  const { trail, status, refusal, path, ...request } = finished
  const { actor } = trail
  const changes = changedResources(trail)
  return {
    event,
    ...request,
    path: path === null ? null : plainText(path),
    actor: actor && { ...actor, name: actor.name === null ? null : plainText(actor.name) },
    credential: trail.credential,
    begun: trail.begun,
    target: trail.target,
    changes: changes.slice(0, MAX_LOGGED_CHANGES),
    changeCount: changes.length,
    outcome: refusal ? 'refused' : isFailure(status) ? 'failed' : 'succeeded',
    status,
    errorCode: refusal?.code ?? null,
    reason: refusal && reasonOf(refusal),
  }
}

/** Whether the server failed, rather than refused. */
export const isFailure = (status: number | null): boolean => status !== null && status >= 500

/** Whether the caller lacked a right, or guessed wrong, rather than made a mistake. */
export const isRefusal = ({ status, hiddenReason }: ApiError): boolean =>
  status === 401 || status === 403 || status === 429 || hiddenReason !== null

/** Returns the reason of a refusal. The message of a mistake may quote the request, so only its codes are logged. */
function reasonOf(refusal: ApiError): string | null {
  const { hiddenReason, problems, code, message } = refusal
  if (hiddenReason !== null) return plainText(hiddenReason)
  if (code === 'SecondFactorRequired' && problems[0]?.code === 'required') return CODE_REQUESTED
  if (isRefusal(refusal)) return plainText(message)
  const codes = [...new Set(problems.map((problem) => problem.code))]
  return codes.length > 0 ? codes.join(', ') : null
}

/** Returns each changed resource once, with the last that happened to it. */
function changedResources({ changes }: Trail): LoggedChangeOf[] {
  const last = new Map(changes.map(({ kind, action, id }) => [`${kind} ${id}`, { kind, action, id }]))
  return [...last.values()]
}
