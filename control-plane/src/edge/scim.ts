import { callerTurn, nextTurn } from '../kit/caller-turns.ts'
import { findingAgain } from './readmission.ts'
import { hostDatabase } from '../kit/host-database.ts'
import { databaseInLane, laneOfNetwork } from '../kit/lane.ts'
import { requireFreeSpace } from '../kit/disk-space.ts'
import type { OuterContext } from '../kit/context.ts'
import { inTransaction, outerContext } from '../kit/transaction.ts'
import type { Incoming } from './incoming.ts'
import { logged } from './request-log.ts'
import type { EdgeApp } from './app.ts'
import type { Bindings } from '../kit/bindings.ts'
import type { Services } from '../kit/services.ts'
import { loggedProvisioner } from '../kit/trail.ts'
import { scimError } from '../scim/http/answer.ts'
import { readBody } from '../scim/http/body.ts'
import { presentedToken, provisionerOf } from '../scim/http/caller.ts'
import { ScimError } from '../scim/http/errors.ts'
import { isWithdrawal } from '../scim/http/withdrawal.ts'
import { type Route, routes } from '../scim/http/routes.ts'

const BASE = '/scim/v2'

/**
 * Serves SCIM 2.0 (RFC 7643, RFC 7644) at `/scim/v2`: an identity provider manages the users and groups of one silo.
 * Its operations are not in the contract, because the RFCs define them.
 */
export function serveScim(app: EdgeApp, services: Services): void {
  for (const route of routes)
    app.on(route.method, `${BASE}${route.path}`, (c) =>
      serve(
        services,
        route,
        {
          operation: route.operation,
          meaning: route.kind === 'write' ? 'change' : 'read',
          request: c.req.raw,
          bindings: c.env,
        },
        c.req.param('id') ?? '',
      ),
    )
  const refuse = (status: 404 | 405, detail: string) => async (c: { env: Bindings }) => {
    await callerTurn(services, laneOfNetwork(c.env))
    return scimError(new ScimError(status, undefined, detail), c.env.requestId)
  }
  for (const path of new Set(routes.map((route) => route.path)))
    app.all(`${BASE}${path}`, refuse(405, 'this method is not one of those that this address takes'))
  app.all(`${BASE}/*`, refuse(404, 'there is nothing at this address'))
}

function serve(services: Services, route: Route, incoming: Incoming, id: string): Promise<Response> {
  const { operation, request, bindings } = incoming
  return logged(services, incoming, scimError, async (trail, audit) => {
    trail.credential = presentedToken(request)
    if (!trail.credential) trail.caller = { actor: null, credential: null }
    const network = laneOfNetwork(bindings)
    const from = { db: databaseInLane(services, network), clock: services.clock }
    const admitted = await provisionerOf(from, request).catch(async (error: unknown) => {
      // So a flood of unknown tokens delays nobody else by as many refusals.
      await callerTurn(services, network)
      throw error
    })
    trail.credential = { kind: 'scim_token', id: admitted.tokenId }
    trail.actor = loggedProvisioner(admitted)
    trail.caller = { actor: trail.actor, credential: trail.credential }
    const { requestId } = bindings
    const body = route.body ? await readBody(request) : undefined
    const lane = { silo: admitted.siloId, user: admitted.tokenId }
    await callerTurn(services, lane)
    // A client can hold back the end of its body for minutes.
    const provisioner = route.body ? await provisionerOf(from, request) : admitted
    const context: OuterContext = {
      ...outerContext(services, { operation, requestId, actor: null, trail, provisioner }),
      ...findingAgain({ provisioner }, async ({ db, engine, clock }) => {
        const current = engine === 'sqlite' ? db : hostDatabase(services)
        return { provisioner: await provisionerOf({ db: current, clock }, request) }
      }),
    }
    if (route.kind === 'write' && !isWithdrawal(route.method, body)) await requireFreeSpace(services)
    const call = {
      request,
      url: new URL(request.url),
      id,
      base: `${bindings.origin}${BASE}`,
      body,
      nextTurn: () => nextTurn(services, lane),
    }
    if (route.kind === 'read') return route.run(context, call)
    const write = await route.prepare(context, call)
    const { answer } = await audit.within((note) =>
      inTransaction(context, async (inner) => {
        const done = await write(inner)
        await note(inner, done.status)
        return done
      }),
    )
    return answer()
  })
}
