import type { Contract, OperationId } from '@granary/contract/contract.ts'
import type { OnResource } from '@granary/contract/needs.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { find, type Found, type Selectors } from '../kit/lookup.ts'
import type { NamedTable, Permission, Resource } from '../kit/resource.ts'
import { affinityGroup, antiAffinityGroup } from './affinity-group.ts'
import { disk } from './disk.ts'
import { findCertificate } from './certificate.ts'
import { findFloatingIp } from './floating-ip.ts'
import { findImage } from './image.ts'
import { instance } from './instance.ts'
import { networkInterface } from './network-interface.ts'
import { project } from './project.ts'
import { findProvider } from './saml-provider.ts'
import { silo } from './silo.ts'
import { snapshot } from './snapshot.ts'
import { router, subnet, vpc } from './vpc.ts'

/** The kinds that operations of the contract name as their resource. */
export type NamedKind = Extract<Contract[OperationId]['needs'], OnResource>['on']

/**
 * Finds the resource that a request names and checks a permission on it.
 * @throws ApiError 404 when it doesn't exist or can't be read, 403 without the permission, 400 for selectors that
 * contradict each other.
 */
type Finder<Result> = (context: Context, selectors: Selectors, permission: Permission) => Promise<Result>

const byNameOrId =
  <Table extends NamedTable, View>(kind: Resource<Table, View>): Finder<Found<Table>> =>
  (context, selectors, permission) =>
    find(context, kind, selectors, permission)

/** How to find the resource of a request, by the kind that its operation names. */
export const finders = {
  'affinity-group': byNameOrId(affinityGroup),
  'anti-affinity-group': byNameOrId(antiAffinityGroup),
  certificate: findCertificate,
  disk: byNameOrId(disk),
  'floating-ip': findFloatingIp,
  image: findImage,
  instance: byNameOrId(instance),
  'instance-network-interface': byNameOrId(networkInterface),
  project: byNameOrId(project),
  'saml-identity-provider': findProvider,
  // A request without a silo is about the caller's own.
  silo: (context, selectors, permission) =>
    find(context, silo, { silo: selectors.silo ?? actorOf(context).siloId }, permission),
  snapshot: byNameOrId(snapshot),
  vpc: byNameOrId(vpc),
  'vpc-router': byNameOrId(router),
  'vpc-subnet': byNameOrId(subnet),
} satisfies { [Kind in NamedKind]: Finder<unknown> }

/** A resource of a kind as its finder returns it. */
export type FoundOf<Kind extends NamedKind> = Awaited<ReturnType<(typeof finders)[Kind]>>
