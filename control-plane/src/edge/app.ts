import { toSnake } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { Handlers } from '../kinds/handler.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import { ApiError } from '../kit/base/errors.ts'
import { keysOf } from '../kit/base/keys.ts'
import type { Services } from '../kit/context/services.ts'
import { errorResponse } from './error-response.ts'
import { earlierPath } from './earlier-versions.ts'
import { type Gate, queueOfNetwork } from './gate.ts'
import { answerRequest, refusalsOf, type Served } from './pipeline.ts'

/** The edge as a Hono app. The host passes its bindings in `env`. */
export type EdgeApp = Hono<{ Bindings: Bindings }>

/** Builds the HTTP edge: routes each operation of the contract to its handler. */
export function createApp(services: Services, gate: Gate, handlers: Handlers): EdgeApp {
  // Hono's default tries a faster router first, which can't take these paths, for 10 ms of each start.
  const app: EdgeApp = new Hono({ router: new TrieRouter() })
  const served = keysOf(contract)
    .map((id): [OperationId, Operation] => [id, contract[id]])
    .filter(([, { extension }]) => services.settings.extensions || !extension)
  const heads = new Map<string, Served>()
  const methodsByPath = new Map<string, Set<string>>()
  for (const [id, operation] of served) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    const handler = handlers[id] as Served['handler']
    const refuse = refusalsOf(handler, services.settings.extensions)
    const one = { id, name: toSnake(id), operation, handler, refuse }
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(operation.method))
    if (operation.method === 'HEAD') heads.set(path, one)
    else
      app.on(operation.method, path, (c) => {
        const incoming = { request: c.req.raw, bindings: c.env, params: c.req.param() }
        // Hono sends HEAD to the handler of GET.
        const requested = (c.req.raw.method === 'HEAD' && heads.get(path)) || one
        // Hono passes on the result of a handler as it is.
        return answerRequest({ services, gate }, requested, incoming) as Promise<Response>
      })
  }
  for (const [path, methods] of methodsByPath)
    app.all(path, (c) =>
      refuseAtGate(
        new ApiError(405, undefined, 'Method Not Allowed', { allow: [...methods].join(', ') }),
        c.env,
      ),
    )
  app.notFound(async (c) => {
    const moved = await earlierPath(services, c.req.raw)
    return moved ? app.fetch(moved, c.env) : refuseAtGate(new ApiError(404, undefined, 'Not Found'), c.env)
  })
  return app

  /** Refuses a request of no operation, at the gate as all others, so that a flood of these delays only their network. */
  async function refuseAtGate(error: ApiError, bindings: Bindings): Promise<Response> {
    const key = queueOfNetwork(bindings)
    const passed = async () => {
      gate.limit(key)
      await gate.run({ key }, async () => {})
    }
    return errorResponse(
      await passed().then(
        () => error,
        (refusal: unknown) => refusal,
      ),
      bindings.requestId,
    )
  }
}
