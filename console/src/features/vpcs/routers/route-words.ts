import type { RouteDestination, RouteTarget } from '@granary/domain/routes.ts'

/** Names of the types of destinations and targets. */
export const END_TYPES: Record<RouteDestination['type'] | RouteTarget['type'], string> = {
  ip: 'IP',
  ip_net: 'IP network',
  vpc: 'VPC',
  subnet: 'VPC subnet',
  instance: 'Instance',
  internet_gateway: 'Gateway',
  drop: 'Drop',
}

/** Why nothing of a subnet's route can change. */
export const SUBNET_ROUTE =
  'The system keeps this route for its subnet. It changes only with the subnet, so you cannot edit it.'

/** Why only the target of a default route can change. */
export const DEFAULT_ROUTE = 'This is a default route of the VPC. You can only change its target.'
