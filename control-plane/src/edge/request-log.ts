import type { Incoming } from './incoming.ts'
import { EXTENSIONS_HEADER } from '@granary/contract/extension.ts'
import { databaseRefusal } from './database-refusal.ts'
import { Audit } from './audit.ts'
import { TextAnswer } from '../kit/answer.ts'
import { ApiError } from '../kit/errors.ts'
import { securityEntry } from '../kit/finished-request.ts'
import { plainSecurityLog } from '../kit/security-log.ts'
import type { Services } from '../kit/services.ts'
import { describeError } from '../kit/describe-error.ts'
import { newTrail, type Trail } from '../kit/trail.ts'
import { isFirstUse } from './first-use.ts'
import { eventOf } from './security-event.ts'

/**
 * Handles a request, with its id in the response and in the log, and its entries in the security log and the audit log.
 * @param refuse turns an exception into a response.
 */
export async function logged<Answer extends Response | TextAnswer>(
  services: Services,
  incoming: Incoming,
  refuse: (error: unknown, requestId: string) => Response,
  work: (trail: Trail, audit: Audit) => Promise<Answer>,
): Promise<Answer | Response> {
  const { operation, request, bindings } = incoming
  const { requestId } = bindings
  const started = performance.now()
  const trail = newTrail()
  const audit = new Audit(services, incoming, trail)
  let response: Answer | Response
  let refusal: ApiError | null = null
  try {
    response = await work(trail, audit)
    await audit.complete({ status: response.status, refusal: null })
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
  const isKept = noteSecurity(services, incoming, { trail, status, refusal })
  // A flood of anonymous refusals gets no entries in the audit log either. That of a known caller does, and is counted there.
  await audit.complete({ status, refusal }, isKept || Boolean(trail.caller?.actor))
  if (isKept) services.log('info', 'request', { requestId, operation, method: request.method, status, ms })
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
  { operation, meaning, request, bindings }: Incoming,
  { trail, status, refusal: thrown }: Outcome,
): boolean {
  const { requestId, clientAddress } = bindings
  const refusal = thrown && thrown.status < 500 ? thrown : null
  const event = eventOf(meaning, { trail, status, refusal })
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

function setHeader(answer: Response | TextAnswer, name: string, value: string): void {
  if (answer instanceof TextAnswer) answer.headers[name] = value
  else answer.headers.set(name, value)
}
