import type { Hono } from 'hono'
import { callerContext } from './request-context.ts'
import { inTransaction } from '../kit/transaction.ts'
import { logged, requestIdOf } from './request-log.ts'
import { clientOrigin } from '../kit/client.ts'
import type { Services } from '../kit/services.ts'
import { scimError } from '../scim/http/answer.ts'
import { readBody } from '../scim/http/body.ts'
import { provisionerOf } from '../scim/http/caller.ts'
import { ScimError } from '../scim/http/errors.ts'
import { type Route, routes } from '../scim/http/routes.ts'

const BASE = '/scim/v2'

/**
 * Serves SCIM 2.0 (RFC 7643, RFC 7644) at `/scim/v2`: an identity provider looks after the users and groups of one silo.
 * Its operations are none of the contract, as the RFCs say what they look like.
 */
export function serveScim(app: Hono, services: Services): void {
  for (const route of routes)
    app.on(route.method, `${BASE}${route.path}`, (c) =>
      serve(services, route, c.req.raw, c.req.param('id') ?? ''),
    )
  const refuse = (status: 404 | 405, detail: string) => (c: { req: { raw: Request } }) =>
    scimError(new ScimError(status, undefined, detail), requestIdOf(c.req.raw))
  for (const path of new Set(routes.map((route) => route.path)))
    app.all(`${BASE}${path}`, refuse(405, 'this method is not one of those that this address takes'))
  app.all(`${BASE}/*`, refuse(404, 'there is nothing at this address'))
}

function serve(services: Services, route: Route, request: Request, id: string): Promise<Response> {
  return logged(services, route.operation, request, scimError, async () => {
    const provisioner = await provisionerOf(services, request)
    const context = { ...callerContext(services, route.operation, request, null), provisioner }
    const body = route.body ? await readBody(request) : undefined
    const call = { request, url: new URL(request.url), id, base: `${clientOrigin(request)}${BASE}`, body }
    return route.kind === 'read'
      ? route.run(context, call)
      : inTransaction(context, (inner) => route.run(inner, call))
  })
}
