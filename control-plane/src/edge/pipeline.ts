import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { admit } from '../kinds/admit.ts'
import type { Handler, RawHandler, RequestOf } from '../kinds/handler.ts'
import { TextAnswer, textAnswer } from '../kit/request/answer.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import type { ReadBytes } from '../kit/request/body.ts'
import { requireFreeSpace } from '../kit/request/disk-space.ts'
import { ApiError, unauthorized } from '../kit/base/errors.ts'
import { readInput } from '../kit/request/input.ts'
import type { Context, OuterContext } from '../kit/context/context.ts'
import { driverInTime } from '../kit/context/driver-in-time.ts'
import type { Services } from '../kit/context/services.ts'
import { credentialOf, loggedUser, type Trail } from '../kit/log/trail.ts'
import { inSnapshot, inTransaction, outerContext } from '../kit/resources/transaction.ts'
import { authenticate, type Presented, presentedBy, requireSecondFactor } from '../access/authenticate.ts'
import { renewedCookies } from '../access/cookie.ts'
import type { Audit } from './audit.ts'
import type { Incoming } from './audit-entry.ts'
import { inEarlierForm, requestedForm } from './earlier-versions.ts'
import { errorResponse } from './error-response.ts'
import { type SeatRequest, type Gate, LARGE, queueOf } from './gate.ts'
import { logged } from './request-log.ts'
import { respondsAtOnce, settled } from './settled.ts'

/** An operation with what handles it. */
export type Served = {
  id: OperationId
  /** Its name in logs. */
  name: string
  operation: Operation
  handler: Handler<OperationId> | RawHandler<OperationId>
  /** Turns an exception into a response. */
  refuse: (error: unknown, requestId: string) => Response
}

type Arrived = { request: Request; bindings: Bindings; params: Record<string, string> }

/** Answers a request of the contract. These are its steps, in order. */
export function answerRequest(
  { services, gate }: { services: Services; gate: Gate },
  served: Served,
  { request, bindings, params }: Arrived,
): Promise<Response | TextAnswer> {
  const { id, name, operation, refuse } = served
  const { settings } = services
  const { extensions } = settings
  const { meaning, isAudited } = operation
  const incoming = { operation: name, meaning, isAudited, request, bindings }
  return logged(services, incoming, refuse, async (trail, audit) => {
    const version = request.headers.get('api-version')
    const earlier = version === null ? null : requestedForm(id, version)
    const presented = presentedBy(request, bindings)
    const key = queueOf(services, presented, bindings)
    gate.limit(key)
    const { readBytes, length } = await receivedBody(services, served, presented, bindings)
    return gate.run({ key, ...seatsOf(served, request, length) }, async (leave) => {
      const context = await contextOf(services, id, { incoming, bodyBytes: length, presented, trail })
      if (operation.needsSpace) await requireFreeSpace(services)
      const input = await readInput(operation, request, { params, readBytes, extensions, earlier })
      const answer = await answerOf(context, served, {
        audit,
        input: input as RequestOf<OperationId>,
        request,
        bindings: { ...bindings, readBytes },
        leave,
      })
      const formed = earlier ? inEarlierForm(answer, earlier) : answer
      const moves = presented?.formerName && context.actor
      const whole = moves ? withCookies(formed, renewedCookies(request, settings, bindings)) : formed
      return bindings.compress?.(request, whole) ?? whole
    })
  })
}

/** Returns what turns the exceptions of an operation into responses. */
export const refusalsOf =
  (handler: Served['handler'], extensions: boolean): Served['refuse'] =>
  (error, requestId) => {
    const refused = 'raw' in handler ? handler.refused : undefined
    return refused && error instanceof ApiError ? refused(error) : errorResponse(error, requestId, extensions)
  }

/**
 * Waits for the body before the request asks for a seat: a client can hold back its end for minutes. The caller is found after it.
 * Without a credential that the operation needs, the body is not read.
 * @returns what reads it, with the error of a body that is too long or ends early.
 */
async function receivedBody(
  services: Services,
  { operation: { body, bodyType, maxBody, needs }, handler }: Served,
  presented: Presented | null,
  { readBytes }: Bindings,
): Promise<{ readBytes: ReadBytes; length: number }> {
  const isRead = presented !== null || needs.by === 'anyone' || services.authenticate
  const takesBody = body || ('raw' in handler && handler.readsBody)
  if (!takesBody || bodyType === 'stream' || !isRead) return { readBytes, length: 0 }
  const arrived = readBytes(maxBody)
  const length = await arrived.then(
    (bytes) => bytes.length,
    () => 0,
  )
  return { readBytes: () => arrived, length }
}

/** Rows of a page, and bytes of a JSON body, from which on a request is large. */
const MANY_ROWS = 200
const LARGE_BODY = 65_536

/** Time after which a handler that may wait for a driver or another machine gives its seat to others; milliseconds. */
const RAW_MS = 1_000
/** The same for one that computes: a password hash waits for a thread. */
const LARGE_RAW_MS = 5_000

/** Returns how many seats a request takes, and for how long. */
function seatsOf({ operation, handler }: Served, { url }: Request, length: number): Omit<SeatRequest, 'key'> {
  const { isLarge, method, bodyType, query } = operation
  const rows =
    method === 'GET' && 'pageToken' in query.shape ? Number(new URL(url).searchParams.get('limit')) : 0
  const isWide = isLarge || rows > MANY_ROWS || (bodyType === 'json' && length > LARGE_BODY)
  return {
    seats: isWide ? LARGE : 1,
    maxMs: 'raw' in handler ? (isWide ? LARGE_RAW_MS : RAW_MS) : undefined,
  }
}

/** A request with what the edge found out about it. */
type Traced = { incoming: Incoming; bodyBytes?: number; presented: Presented | null; trail: Trail }

/** Returns the context of a request, with its caller. @throws ApiError 401 without valid credentials. */
export async function contextOf(
  services: Services,
  id: OperationId,
  { incoming, bodyBytes = 0, presented, trail }: Traced,
): Promise<OuterContext> {
  const { operation, request, bindings } = incoming
  const actor = await authenticate(services, request, presented).catch((error: unknown) => {
    trail.credential = presented && { kind: presented.table, id: null }
    throw error
  })
  trail.credential = actor && credentialOf(actor)
  trail.actor = actor && loggedUser(actor)
  trail.caller = { actor: trail.actor, credential: trail.credential }
  if (!actor && contract[id].needs.by !== 'anyone') throw unauthorized()
  if (actor) requireSecondFactor(actor, id)
  const { requestId } = bindings
  const goesOn = !contract[id].needsSpace
  return outerContext(services, { operation, goesOn, bodyBytes, requestId, actor, trail })
}

type Answering = {
  audit: Audit | null
  input: RequestOf<OperationId>
  request: Request
  bindings: Bindings
  /** Gives the seats of the request to others. */
  leave: () => void
}

/** Admits a request and lets its handler answer it: by itself, in a snapshot, or in a transaction with its audit entry. */
async function answerOf(
  context: OuterContext,
  { id, operation, handler }: Served,
  { audit, input, request, bindings, leave }: Answering,
): Promise<Response | TextAnswer> {
  const { extensions } = context.services.settings
  if ('raw' in handler) {
    const admitted = await admit(context, id, input)
    await audit?.begin()
    const services = { ...context.services, compute: driverInTime(context.services) }
    return handler.raw({ ...context, services }, admitted, request, bindings)
  }
  const handle = async (inner: Context) => handler(inner, await admit(inner, id, input))
  if (operation.method === 'GET') return textAnswer(operation, await inSnapshot(context, handle), extensions)
  const value = await inTransaction(context, async (inner) => {
    const result = await handle(inner)
    await audit?.write(inner, operation.status)
    return result
  })
  const shown = respondsAtOnce(request) ? value : await settled(context, value, leave)
  return textAnswer(operation, shown, extensions)
}

/** Adds cookies, unless the handler set one itself. */
function withCookies(answered: Response | TextAnswer, cookies: readonly string[]): Response | TextAnswer {
  const response = answered instanceof TextAnswer ? answered.toResponse() : answered
  if (!response.headers.has('set-cookie'))
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
