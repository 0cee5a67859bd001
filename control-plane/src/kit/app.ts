import { codecOf, toSnake } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { isSupportedVersion } from '@granary/contract/version.ts'
import { Hono } from 'hono'
import type { z } from 'zod'
import { authenticate } from '../session/authenticate.ts'
import { transaction } from '../database/retry.ts'
import { writeChanges } from './changes.ts'
import type { Context } from './context.ts'
import { ApiError, unauthorized, unreadable } from './errors.ts'
import type { Handler, Handlers, Input, RawHandler } from './handler.ts'
import { readInput } from './input.ts'
import type { Services } from './services.ts'

/** The HTTP edge: routes each operation of the contract to its handler, and turns what it throws into an answer. */
export function createApp(services: Services, handlers: Handlers): Hono {
  const app = new Hono()
  for (const [id, operation] of Object.entries(contract) as [OperationId, Operation][]) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    const handler = handlers[id] as Handler<OperationId> | RawHandler<OperationId>
    app.on(operation.method, path, (c) => serve(services, id, operation, handler, c.req.raw, c.req.param()))
  }
  const methodsByPath = new Map<string, Set<string>>()
  for (const operation of Object.values(contract)) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(operation.method))
  }
  for (const [path, methods] of methodsByPath)
    app.all(path, (c) =>
      errorResponse(
        new ApiError(405, undefined, 'Method Not Allowed', { allow: [...methods].join(', ') }),
        requestIdOf(c.req.raw),
      ),
    )
  app.notFound((c) => errorResponse(new ApiError(404, undefined, 'Not Found'), requestIdOf(c.req.raw)))
  return app
}

const requestIds = new WeakMap<Request, string>()

/** The id of a request: on its answer, in its errors, in every line logged about it. */
export function requestIdOf(request: Request): string {
  const known = requestIds.get(request)
  if (known) return known
  const made = crypto.randomUUID()
  requestIds.set(request, made)
  return made
}

function serve(
  services: Services,
  id: OperationId,
  operation: Operation,
  handler: Handler<OperationId> | RawHandler<OperationId>,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const refuse = (error: unknown, requestId: string) => {
    const refused = 'raw' in handler && error instanceof ApiError ? handler.refused : undefined
    return refused ? refused(error as ApiError) : errorResponse(error, requestId)
  }
  return logged(services, toSnake(id), request, refuse, async () => {
    refuseOtherVersions(request)
    const context = await requestContext(services, id, request)
    const input = (await readInput(operation, request, params, services.readBytes)) as Input<OperationId>
    return 'raw' in handler
      ? handler.raw(context, input, request)
      : answer(operation, await run(context, operation, (inner) => handler(inner, input)))
  })
}

/**
 * Answers a request, with its id on the answer and in the log.
 * @param refuse makes the answer of what the work throws.
 */
export async function logged(
  services: Services,
  operation: string,
  request: Request,
  refuse: (error: unknown, requestId: string) => Response,
  work: () => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(request)
  const started = performance.now()
  let response: Response
  try {
    response = await work()
  } catch (error) {
    response = refuse(error, requestId)
    if (!(error instanceof ApiError))
      services.log('error', 'request failed', { requestId, operation, error: describeError(error) })
  }
  response.headers.set('x-request-id', requestId)
  services.log('info', 'request', {
    requestId,
    operation,
    method: request.method,
    status: response.status,
    ms: Math.round((performance.now() - started) * 10) / 10,
  })
  return response
}

/** @throws ApiError 400 when a client wants another API than this. */
function refuseOtherVersions(request: Request): void {
  const version = request.headers.get('api-version')
  if (!isSupportedVersion(version)) throw unreadable(`server does not support this API version: ${version}`)
}

/** The context of a request, with who asks. @throws ApiError 401 when nobody may ask so. */
export async function requestContext(
  services: Services,
  id: OperationId,
  request: Request,
): Promise<Context> {
  const actor = await authenticate(services, request)
  if (!actor && contract[id].needs.by !== 'anyone') throw unauthorized()
  return callerContext(services, toSnake(id), request, actor)
}

/** The context of a request of somebody who is known. */
export const callerContext = (
  services: Services,
  operation: string,
  request: Request,
  actor: Context['actor'],
): Context => ({ ...base(services), requestId: requestIdOf(request), operation, actor })

const base = (services: Services) => ({
  db: services.db,
  engine: services.engine,
  services,
  clock: services.clock,
  changes: [],
  afterCommit: [],
})

/** A context for what the system does by itself, such as carrying out a task. */
export const systemContext = (services: Services, operation: string): Context => ({
  ...base(services),
  requestId: crypto.randomUUID(),
  operation,
  actor: null,
})

/** Runs a piece of work in one transaction, writes the changes that it notes, then does what waits for the commit. */
export async function inTransaction<Result>(
  context: Context,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> {
  const [result, inner] = await transaction(context.services.db, context.engine, async (db) => {
    const attempt: Context = { ...context, db, changes: [], afterCommit: [] }
    const value = await work(attempt)
    await writeChanges(attempt)
    return [value, attempt] as const
  })
  for (const fn of inner.afterCommit) fn()
  return result
}

const run = <Result>(
  context: Context,
  operation: Operation,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> => (operation.method === 'GET' ? work(context) : inTransaction(context, work))

/** The answer of an operation that went well, as its contract says it. */
export function answer(operation: Operation, value?: unknown): Response {
  if (!operation.response) return new Response(null, { status: operation.status })
  return Response.json(codecOf(operation.response as z.ZodType).encode(value), { status: operation.status })
}

/** The answer to a request that was refused or failed. What went wrong inside is logged and never told. */
export function errorResponse(error: unknown, requestId: string): Response {
  const known = error instanceof ApiError ? error : new ApiError(500, 'Internal', 'Internal Server Error')
  const body = {
    request_id: requestId,
    ...(known.code ? { error_code: known.code } : {}),
    message: known.message,
    ...(known.problems.length > 0 ? { problems: known.problems } : {}),
  }
  return Response.json(body, {
    status: known.status,
    headers: { 'x-request-id': requestId, ...known.headers },
  })
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
