import { ipNetProblem, ipProblem, ipVersion } from './ip.ts'

export type RouteKind = 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'
export type RouterKind = 'system' | 'custom'
export type RouteDestination = { type: 'ip' | 'ip_net' | 'vpc' | 'subnet'; value: string }
export type RouteTarget =
  | { type: 'ip' | 'vpc' | 'subnet' | 'instance' | 'internet_gateway'; value: string }
  | { type: 'drop' }

/** Where traffic goes to, and what it is handed to on the way. */
export type RouteDraft = { destination: RouteDestination; target: RouteTarget }

/**
 * What is wrong with a route that a user makes, or null. Names of instances, subnets and gateways are not looked up; one
 * that nobody has leads nowhere.
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

/** What is wrong with the value of a destination, or null. */
export function destinationProblem({ type, value }: RouteDestination): string | null {
  if (type === 'ip') return ipProblem(value)
  if (type === 'ip_net') return ipNetProblem(value)
  return value === '' ? 'Destination value is required' : null
}

/** What is wrong with the value of a target, or null; traffic that is dropped has none. */
export function targetProblem(target: RouteTarget): string | null {
  if (target.type === 'drop') return null
  if (target.type === 'ip') return ipProblem(target.value)
  return target.value === '' ? 'Target value is required' : null
}

/** Why a router takes no route of a user, or null. */
export const routeCreateProblem = (router: RouterKind): string | null =>
  router === 'system' ? 'user-provided routes cannot be added to a system router' : null

/**
 * Why a route cannot become another one, or null. Those that the system makes for subnets stay as they are; of a default
 * route the target alone may change, so a new name, description or destination is refused.
 * @param wanted the destination and target that it shall have, and its name and description where they shall change.
 */
export function routeUpdateProblem(
  current: { kind: RouteKind; destination: RouteDestination },
  wanted: RouteDraft & { name?: string | null; description?: string | null },
): string | null {
  const { kind, destination } = current
  if (kind === 'vpc_subnet' || kind === 'vpc_peering') return `routes of kind ${kind} cannot be changed`
  const same = destination.type === wanted.destination.type && destination.value === wanted.destination.value
  if (kind === 'default' && (wanted.name != null || wanted.description != null || !same))
    return 'only the target of a default route can be changed'
  return routeProblem(wanted)
}

/** Why a route cannot be deleted, or null. */
export const routeDeleteProblem = (kind: RouteKind): string | null =>
  kind === 'custom' ? null : 'DELETE not allowed on system routes'
