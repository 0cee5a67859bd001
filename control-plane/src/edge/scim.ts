import { requireFreeSpace } from '../kit/request/disk-space.ts'
import { inTransaction, outerContext } from '../kit/resources/transaction.ts'
import type { Incoming } from './audit-entry.ts'
import { logged } from './request-log.ts'
import type { EdgeApp } from './app.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import type { Services } from '../kit/context/services.ts'
import { loggedProvisioner, type Trail } from '../kit/log/trail.ts'
import type { Audit } from './audit.ts'
import { type Gate, LARGE, queueOfNetwork } from './gate.ts'
import { scimError } from '../scim/http/answer.ts'
import { readBody, receivedBody } from '../scim/http/body.ts'
import { presentedToken, provisionerOf } from '../scim/http/caller.ts'
import { ScimError } from '../scim/http/errors.ts'
import { isWithdrawal } from '../scim/http/withdrawal.ts'
import { type Route, routes } from '../scim/http/routes.ts'

const BASE = '/scim/v2'

/**
 * Serves SCIM 2.0 (RFC 7643, RFC 7644) at `/scim/v2`: an identity provider manages the users and groups of one silo.
 * Its operations are not in the contract, because the RFCs define them.
 */
export function serveScim(app: EdgeApp, services: Services, gate: Gate): void {
  for (const route of routes)
    app.on(route.method, addressesOf(route.path), (c) =>
      serve(
        { services, gate },
        route,
        {
          operation: route.operation,
          meaning: route.kind === 'write' ? 'change' : 'read',
          isAudited: route.kind === 'write',
          request: c.req.raw,
          bindings: c.env,
        },
        c.req.param('id') ?? '',
      ),
    )
  const refuse = (status: 404 | 405, detail: string) => async (c: { env: Bindings }) => {
    const key = queueOfNetwork(c.env)
    try {
      gate.limit(key)
      await gate.run({ key }, async () => {})
    } catch (error) {
      return scimError(error, c.env.requestId)
    }
    return scimError(new ScimError(status, undefined, detail), c.env.requestId)
  }
  for (const path of [...new Set(routes.map((route) => route.path))].flatMap(addressesOf))
    app.all(path, refuse(405, 'this method is not one of those that this address takes'))
  app.all(`${BASE}/*`, refuse(404, 'there is nothing at this address'))
}

/** Returns the addresses of a route. Admins also enter the base URL with a slash at its end, and providers then send two. */
const addressesOf = (path: string): string[] => [`${BASE}${path}`, `${BASE}${path}/`, `${BASE}/${path}`]

/** Bytes of a body from which on a request takes the seats of a large one. */
const LARGE_BODY = 65_536

type Host = { services: Services; gate: Gate }

function serve(host: Host, route: Route, incoming: Incoming, id: string): Promise<Response> {
  const { request, bindings } = incoming
  return logged(host.services, incoming, scimError, async (trail, audit) => {
    trail.credential = presentedToken(request)
    if (!trail.credential) trail.caller = { actor: null, credential: null }
    const key = queueOfNetwork(bindings)
    host.gate.limit(key)
    const arrived = route.body && trail.credential ? receivedBody(bindings.readBytes) : undefined
    const length = (await arrived?.catch(() => null))?.length ?? 0
    return host.gate.run({ key, seats: length > LARGE_BODY ? LARGE : 1 }, async () => {
      const answered = await answer(host.services, route, { ...incoming, id, trail, audit, arrived })
      const packed = await bindings.compress?.(request, answered)
      return packed instanceof Response ? packed : answered
    })
  })
}

type Arrived = Incoming & {
  id: string
  trail: Trail
  audit: Audit | null
  arrived: Promise<Uint8Array> | undefined
}

async function answer(
  services: Services,
  route: Route,
  { operation, request, bindings, id, trail, audit, arrived }: Arrived,
): Promise<Response> {
  const provisioner = await provisionerOf(services, request)
  trail.credential = { kind: 'scim_token', id: provisioner.tokenId }
  trail.actor = loggedProvisioner(provisioner)
  trail.caller = { actor: trail.actor, credential: trail.credential }
  const { requestId } = bindings
  const bytes = await arrived
  const body = bytes && readBody(request, bytes)
  const goesOn = route.kind === 'read' || isWithdrawal(route.method, body)
  const context = outerContext(services, {
    operation,
    goesOn,
    bodyBytes: bytes?.length ?? 0,
    requestId,
    actor: null,
    trail,
    provisioner,
  })
  if (!goesOn) await requireFreeSpace(services)
  const base = `${bindings.origin}${BASE}`
  const call = { request, url: new URL(request.url), id, base, body }
  if (route.kind === 'read') return route.run(context, call)
  const write = await route.prepare(context, call)
  const written = await inTransaction(context, async (inner) => {
    const done = await write(inner)
    await audit?.write(inner, done.status)
    return done
  })
  return written.answer()
}
