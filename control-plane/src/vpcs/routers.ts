import {
  routeCreateProblem,
  routeDeleteProblem,
  routeProblem,
  routeUpdateProblem,
} from '@granary/domain/routes.ts'
import type { Problem } from '@granary/domain/problems.ts'
import { handlers } from '../kinds/handler.ts'
import { route, router, subnet } from '../kinds/vpc.ts'
import type { Context } from '../kit/context/context.ts'
import { type ApiError, invalidRequest } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'

export const routerHandlers = handlers({
  vpcRouterList: async (context, { query, found }) =>
    listNamed(context, router, { vpc_id: found.row.id }, query),

  vpcRouterCreate: async (context, { body, found: { row, scope } }) => {
    await requireRoom(context, 'routers', row.id)
    return router.view(await router.create(context, scope, body, { vpc_id: row.id, kind: 'custom' }))
  },

  vpcRouterView: async (_, { found }) => router.view(found.row),

  vpcRouterUpdate: async (context, { body, found }) =>
    router.view(await router.update(context, found, identityChanges(body))),

  vpcRouterDelete: (context, { found }) => deleteRouter(context, found),

  vpcRouterRouteList: async (context, { query, found }) =>
    listNamed(context, route, { vpc_router_id: found.row.id }, query),

  vpcRouterRouteCreate: async (context, { body, found: { row, scope } }) => {
    const refusal = routeCreateProblem(row.kind)
    if (refusal) throw invalidRequest(refusal)
    refuse(routeProblem(body))
    await requireRoom(context, 'routes', row.id)
    const own = { vpc_router_id: row.id, kind: 'custom' as const, vpc_subnet_id: null, ...endsOf(body) }
    return route.view(await route.create(context, scope, body, own))
  },

  vpcRouterRouteView: async (_, { found }) => route.view(found.row),

  vpcRouterRouteUpdate: async (context, { body, found }) => {
    const { kind, destination } = route.view(found.row)
    refuse(routeUpdateProblem({ kind, destination }, body))
    return route.view(await route.update(context, found, { ...identityChanges(body), ...endsOf(body) }))
  },

  vpcRouterRouteDelete: async (context, { found }) => {
    const refusal = routeDeleteProblem(found.row.kind)
    if (refusal) throw invalidRequest(refusal)
    await route.remove(context, found)
  },
})

const endsOf = ({ destination, target }: { destination: object; target: object }) => ({
  destination: JSON.stringify(destination),
  target: JSON.stringify(target),
})

/** @throws ApiError 400 with the problem of a route. */
function refuse(problem: Problem | null): void {
  if (!problem) return
  const error: ApiError = invalidRequest(problem.message)
  throw problem.path === '' ? error : error.at(problem.path, problem.code)
}

/** Deletes the routes of a router. */
export async function removeRoutes(context: Context, { row, scope }: Found<'vpc_router'>): Promise<void> {
  const rows = await context.db
    .selectFrom('router_route')
    .selectAll()
    .where('vpc_router_id', '=', row.id)
    .execute()
  await route.removeAll(context, scope, rows)
}

/** Deletes a custom router with its routes, and detaches it from its subnets. @throws ApiError 400 for a system router. */
async function deleteRouter(context: Context, found: Found<'vpc_router'>): Promise<void> {
  const { row, scope } = found
  if (row.kind === 'system') throw invalidRequest('cannot delete system router')
  await removeRoutes(context, found)
  const subnets = await context.db
    .selectFrom('vpc_subnet')
    .selectAll()
    .where('custom_router_id', '=', row.id)
    .execute()
  for (const each of subnets) await subnet.update(context, { row: each, scope }, { custom_router_id: null })
  await router.remove(context, found)
}
