import { toSnake } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { isSupportedVersion } from '@granary/contract/version.ts'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { Bindings } from '../kit/bindings.ts'
import { ApiError, unreadable } from '../kit/errors.ts'
import { admit } from '../kinds/admit.ts'
import type { Handlers, RawHandler, RequestOf } from '../kinds/handler.ts'
import { requireSpace } from '../kit/disk-space.ts'
import { callerTurn, nextTurn } from '../kit/caller-turns.ts'
import { laneOfNetwork, laneOfRequest } from '../kit/lane.ts'
import { noticingWait } from '../kit/event-loop-turn.ts'
import { readInput } from '../kit/input.ts'
import type { Services } from '../kit/services.ts'
import { TextAnswer } from '../kit/answer.ts'
import { renewedCookies } from '../shared/sign-in/cookie.ts'
import { answerOf, type TextHandler } from './answer-of.ts'
import { errorResponse } from './error-response.ts'
import { logged } from './request-log.ts'
import { requestContext } from './request-context.ts'
import { withAdmission } from './readmission.ts'
import { meaningOf } from './meaning.ts'

/** The edge as a Hono app. The host passes its bindings in `env`. */
export type EdgeApp = Hono<{ Bindings: Bindings }>

/** Builds the HTTP edge: routes each operation of the contract to its handler and turns exceptions into responses. */
export function createApp(services: Services, handlers: Handlers): EdgeApp {
  // Hono's default tries a faster router first, which can't take these paths, for 10 ms of each start.
  const app: EdgeApp = new Hono({ router: new TrieRouter() })
  const served = (Object.entries(contract) as [OperationId, Operation][]).filter(
    ([, { extension }]) => services.settings.extensions || !extension,
  )
  for (const [id, operation] of served) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    const handler = handlers[id] as AnyHandler
    app.on(
      operation.method,
      path,
      (c) =>
        // Hono passes on the result of a handler as it is.
        serve(
          services,
          { id, operation, handler },
          { request: c.req.raw, bindings: c.env },
          c.req.param(),
        ) as Promise<Response>,
    )
  }
  const methodsByPath = new Map<string, Set<string>>()
  for (const [, operation] of served) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(operation.method))
  }
  for (const [path, methods] of methodsByPath)
    app.all(path, (c) =>
      refuseInTurn(
        new ApiError(405, undefined, 'Method Not Allowed', { allow: [...methods].join(', ') }),
        c.env,
      ),
    )
  app.notFound((c) => refuseInTurn(new ApiError(404, undefined, 'Not Found'), c.env))
  return app

  /** Refuses a request that has no caller. Without a turn, a flood of these would delay all others by as many. */
  async function refuseInTurn(error: ApiError, bindings: Bindings): Promise<Response> {
    await callerTurn(services, laneOfNetwork(bindings))
    return errorResponse(error, bindings.requestId)
  }
}

type AnyHandler = TextHandler | RawHandler<OperationId>
type Served = { id: OperationId; operation: Operation; handler: AnyHandler }

function serve(
  services: Services,
  { id, operation, handler }: Served,
  { request, bindings }: { request: Request; bindings: Bindings },
  params: Record<string, string>,
): Promise<Response | TextAnswer> {
  const { extensions } = services.settings
  const refuse = (error: unknown, requestId: string) => {
    const refused = 'raw' in handler && error instanceof ApiError ? handler.refused : undefined
    return refused ? refused(error as ApiError) : errorResponse(error, requestId, extensions)
  }
  const incoming = { operation: toSnake(id), meaning: meaningOf(id), request, bindings }
  return logged(services, incoming, refuse, async (trail, audit) => {
    refuseOtherVersions(request)
    const currentContext = () => requestContext(services, id, { request, bindings, trail })
    const begun = await currentContext()
    await requireSpace(services, id)
    const { readBytes } = bindings
    const lane = laneOfRequest(begun, bindings)
    const next = () => nextTurn(services, lane)
    const { result, waited } = await noticingWait(async () => {
      const input = await readInput(operation, request, { params, readBytes, nextTurn: next, extensions })
      await callerTurn(services, lane)
      return input
    })
    const asked = result as RequestOf<OperationId>
    // A client can hold back the end of its body for minutes. A sign-in has no caller to withdraw anything from.
    const context = waited && operation.needs.by !== 'anyone' ? await currentContext() : begun
    const answered =
      'raw' in handler
        ? await audit.around(await admit(context, id, asked), (input) =>
            handler.raw(withAdmission(context, id, asked), input, request, bindings),
          )
        : await answerOf(context, { id, operation, handler }, { audit, asked, next })
    if (!context.actor?.sessionId) return answered
    const cookies = renewedCookies(request, services.settings, bindings)
    return cookies.length === 0 ? answered : withCookies(answered, cookies)
  })
}

/** Adds cookies, unless the handler set one itself. */
function withCookies(answered: Response | TextAnswer, cookies: readonly string[]): Response {
  const response = answered instanceof TextAnswer ? answered.toResponse() : answered
  if (!response.headers.has('set-cookie'))
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** @throws ApiError 400 if the client requires another API version. */
function refuseOtherVersions(request: Request): void {
  const version = request.headers.get('api-version')
  if (!isSupportedVersion(version)) throw unreadable(`server does not support this API version: ${version}`)
}
