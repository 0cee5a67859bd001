import { ipNetProblem, ipProblem, ipVersion } from './ip.ts'
import type { Problem } from './problems.ts'

export type RouteKind = 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'
export type RouterKind = 'system' | 'custom'
export type RouteDestination = { type: 'ip' | 'ip_net' | 'vpc' | 'subnet'; value: string }
export type RouteTarget =
  | { type: 'ip' | 'vpc' | 'subnet' | 'instance' | 'internet_gateway'; value: string }
  | { type: 'drop' }

/** Destination of the traffic, and the target that it is forwarded to. */
export type RouteDraft = { destination: RouteDestination; target: RouteTarget }

/**
 * Returns what is wrong with a custom route, and in which field, or null. Names of instances, subnets and gateways are
 * not resolved: a route to an unknown name forwards nothing.
 */
export function routeProblem({ destination, target }: RouteDraft): Problem | null {
  const at = (path: string, message: string | null, code: Problem['code'] = 'not_allowed') =>
    message === null ? null : { path, code, message }
  const sameFamily =
    target.type !== 'ip' ||
    (destination.type !== 'ip' && destination.type !== 'ip_net') ||
    ipVersion(destination.value) === ipVersion(target.value)
  return (
    at('destination.type', destination.type === 'vpc' ? 'routes to a VPC are not supported' : null) ??
    at(
      'target.type',
      target.type === 'vpc' || target.type === 'subnet'
        ? `a ${target.type} cannot be the target of a route`
        : null,
    ) ??
    at('destination.value', destinationProblem(destination), 'invalid_format') ??
    at('target.value', targetProblem(target), 'invalid_format') ??
    at('target.value', sameFamily ? null : 'destination and target of a route must be of the same IP version')
  )
}

/** Returns what is wrong with the value of a destination, or null. */
export function destinationProblem({ type, value }: RouteDestination): string | null {
  if (type === 'ip') return ipProblem(value)
  if (type === 'ip_net') return ipNetProblem(value)
  return value === '' ? 'Destination value is required' : null
}

/** Returns what is wrong with the value of a target, or null. A `drop` target has no value. */
export function targetProblem(target: RouteTarget): string | null {
  if (target.type === 'drop') return null
  if (target.type === 'ip') return ipProblem(target.value)
  return target.value === '' ? 'Target value is required' : null
}

/** Returns why a router doesn't accept custom routes, or null. */
export const routeCreateProblem = (router: RouterKind): string | null =>
  router === 'system' ? 'user-provided routes cannot be added to a system router' : null

/**
 * Returns why a route can't be changed, or null. Routes that the system creates for subnets can't change. On a default
 * route only the target can, so a new name, description or destination is refused.
 * @param change the new destination and target, and the new name and description if they change.
 */
export function routeUpdateProblem(
  current: { kind: RouteKind; destination: RouteDestination },
  change: RouteDraft & { name?: string | null | undefined; description?: string | null | undefined },
): Problem | null {
  const { kind, destination } = current
  const refused = (path: string, message: string): Problem => ({ path, code: 'not_allowed', message })
  if (kind === 'vpc_subnet' || kind === 'vpc_peering')
    return refused('', `routes of kind ${kind} cannot be changed`)
  const same = destination.type === change.destination.type && destination.value === change.destination.value
  const changed =
    change.name != null ? 'name' : change.description != null ? 'description' : same ? null : 'destination'
  if (kind === 'default' && changed)
    return refused(changed, 'only the target of a default route can be changed')
  return routeProblem(change)
}

/** Returns why a route can't be deleted, or null. */
export const routeDeleteProblem = (kind: RouteKind): string | null =>
  kind === 'custom' ? null : 'DELETE not allowed on system routes'
