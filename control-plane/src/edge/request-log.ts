import { forgetOldest } from '../kit/base/forget-oldest.ts'
import { EXTENSIONS_HEADER } from '@granary/contract/extension.ts'
import { OAuthError } from '../device-auth/oauth.ts'
import type { Incoming } from './audit-entry.ts'
import { databaseRefusal } from './database-refusal.ts'
import { Audit } from './audit.ts'
import { TextAnswer } from '../kit/request/answer.ts'
import { ApiError } from '../kit/base/errors.ts'
import type { LoggedCredential, SecurityEntry } from '../kit/log/security-entry.ts'
import { isRefusal, plainSecurityLog, securityEntry } from '../kit/log/security-log.ts'
import type { Services } from '../kit/context/services.ts'
import { describeError } from '../kit/base/describe-error.ts'
import { newTrail, type Trail } from '../kit/log/trail.ts'

/**
 * Handles a request, with its id in the response and in the log, and its entries in the security log and the audit log.
 * @param refuse turns an exception into a response.
 */
export async function logged<Answer extends Response | TextAnswer>(
  services: Services,
  incoming: Incoming,
  refuse: (error: unknown, requestId: string) => Response,
  work: (trail: Trail, audit: Audit | null) => Promise<Answer>,
): Promise<Answer | Response> {
  const { operation, request, bindings } = incoming
  const { requestId } = bindings
  const started = performance.now()
  const trail = newTrail()
  const audit = incoming.isAudited ? new Audit(services, incoming, trail) : null
  let response: Answer | Response
  let refusal: ApiError | null = null
  try {
    response = await work(trail, audit)
    await audit?.complete({ status: response.status, refusal: null })
  } catch (error) {
    const known = databaseRefusal(error)
    response = refuse(known, requestId)
    if (known instanceof ApiError) refusal = known
    if (!(error instanceof ApiError))
      services.log('error', 'request failed', { requestId, operation, error: describeError(error) })
  }
  setHeader(response, 'x-request-id', requestId)
  if (services.settings.extensions) setHeader(response, EXTENSIONS_HEADER, 'yes')
  const { status } = response
  const ms = Math.round((performance.now() - started) * 10) / 10
  const isLogged = noteSecurity(services, incoming, { trail, status, refusal })
  // A flood of anonymous refusals gets no entries in the audit log either. That of a known caller does, and is counted there.
  await audit?.complete({ status, refusal }, isLogged || Boolean(trail.caller?.actor))
  if (isLogged) services.log('info', 'request', { requestId, operation, method: request.method, status, ms })
  bindings.onAnswer({ operation, status, ms })
  return response
}

type Outcome = { trail: Trail; status: number | null; refusal: ApiError | null }

/**
 * Writes the entries of a request into the security log. Every request of the control plane ends here, so no operation
 * can miss it.
 * @returns false if the log left the entry out because of a flood.
 */
export function noteSecurity(
  services: Services,
  incoming: Incoming,
  { trail, status, refusal: thrown }: Outcome,
): boolean {
  const { operation, request, bindings } = incoming
  const { requestId, clientAddress } = bindings
  const refusal = thrown && thrown.status < 500 ? thrown : null
  const event = eventOf(incoming, { trail, status, refusal })
  const used = refusal ? null : (trail.begun ?? trail.credential)
  const isFirst = isFirstUse(services, used, clientAddress) && !trail.begun
  if (event === null && !isFirst) return true
  const write = services.securityLog ?? plainSecurityLog(services.log)
  const path = new URL(request.url).pathname
  const finished = {
    requestId,
    operation,
    method: request.method,
    path,
    clientAddress,
    trail,
    status,
    refusal,
  }
  if (isFirst) write(securityEntry('credential_use', finished))
  return event === null || write(securityEntry(event, finished))
}

/** Returns what a request is to the security log; null for no matter of security, such as a read that succeeded. */
function eventOf({ meaning }: Incoming, { trail, status, refusal }: Outcome): SecurityEntry['event'] | null {
  // A device asks every few seconds until a user has confirmed its code.
  if (refusal instanceof OAuthError && refusal.oauth === 'authorization_pending') return null
  if (meaning === 'sign_in' || trail.begun) return 'sign_in'
  if (refusal && isRefusal(refusal)) return 'refusal'
  return meaning === 'change' || (status !== null && status >= 500) ? 'change' : null
}

/** Time after which the use of a credential from an address counts as a first one again; milliseconds. */
const MEMORY_MS = 3_600_000
/** Uses that a server remembers; the oldest are forgotten first. */
const MAX_USES = 10_000

const usesByCredential = () => new Map<string, number>()

/**
 * Whether a session or token is used from this address for the first time in an hour, on this server. That is how the
 * security log shows where credentials are in use, without an entry for each read.
 */
function isFirstUse(
  services: Services,
  credential: LoggedCredential | null,
  clientAddress: string | null,
): boolean {
  if (!credential?.id) return false
  const known = services.state.of(usesByCredential)
  const key = `${credential.kind} ${credential.id} ${clientAddress}`
  const now = services.clock.now().getTime()
  const last = known.get(key)
  if (last !== undefined && now - last < MEMORY_MS) return false
  known.delete(key)
  if (known.size >= MAX_USES) forgetOldest(known)
  known.set(key, now)
  return true
}

function setHeader(answer: Response | TextAnswer, name: string, value: string): void {
  if (answer instanceof TextAnswer) answer.headers[name] = value
  else answer.headers.set(name, value)
}
