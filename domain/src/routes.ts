import { ipNetProblem, ipProblem, ipVersion } from './ip.ts'

export type RouteKind = 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'
export type RouterKind = 'system' | 'custom'
export type RouteDestination = { type: 'ip' | 'ip_net' | 'vpc' | 'subnet'; value: string }
export type RouteTarget =
  | { type: 'ip' | 'vpc' | 'subnet' | 'instance' | 'internet_gateway'; value: string }
  | { type: 'drop' }

/** Destination of the traffic, and the target that it is forwarded to. */
export type RouteDraft = { destination: RouteDestination; target: RouteTarget }

/**
 * Returns what is wrong with a custom route, or null. Names of instances, subnets and gateways are not resolved: a
 * route to an unknown name forwards nothing.
 */
export function routeProblem({ destination, target }: RouteDraft): string | null {
  if (destination.type === 'vpc') return 'routes to a VPC are not supported'
  if (target.type === 'vpc' || target.type === 'subnet')
    return `a ${target.type} cannot be the target of a route`
  const problem = destinationProblem(destination) ?? targetProblem(target)
  if (problem) return problem
  const isAddress = destination.type === 'ip' || destination.type === 'ip_net'
  return isAddress && target.type === 'ip' && ipVersion(destination.value) !== ipVersion(target.value)
    ? 'destination and target of a route must be of the same IP version'
    : null
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
  change: RouteDraft & { name?: string | null; description?: string | null },
): string | null {
  const { kind, destination } = current
  if (kind === 'vpc_subnet' || kind === 'vpc_peering') return `routes of kind ${kind} cannot be changed`
  const same = destination.type === change.destination.type && destination.value === change.destination.value
  if (kind === 'default' && (change.name != null || change.description != null || !same))
    return 'only the target of a default route can be changed'
  return routeProblem(change)
}

/** Returns why a route can't be deleted, or null. */
export const routeDeleteProblem = (kind: RouteKind): string | null =>
  kind === 'custom' ? null : 'DELETE not allowed on system routes'
