import type { Contract, OperationId } from '@granary/contract/contract.ts'
import type { OnResource } from '@granary/contract/needs.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import type { Kind } from '../kit/resources/kind.ts'
import { find, type Found, type Selectors } from '../kit/resources/lookup.ts'
import type { Permission } from '../kit/resources/resource.ts'
import { addressLot } from './address-lot.ts'
import { alertReceiver } from './alert-receiver.ts'
import { bgpAnnounceSet, bgpConfig } from './bgp.ts'
import { findCertificate } from './certificate.ts'
import { findFloatingIp } from './floating-ip.ts'
import { fleetFinder } from './find-in-fleet.ts'
import { findImage } from './image.ts'
import { findImageFetch } from './image-fetch.ts'
import { namedKinds } from './index.ts'
import { ipPool } from './ip-pool.ts'
import { findProbe } from './probe.ts'
import { findProvider } from './saml-provider.ts'
import { silo } from './silo.ts'
import { subnetPool } from './subnet-pool.ts'

/** The kinds that operations of the contract name as their resource. */
export type NamedKind = Extract<Contract[OperationId]['needs'], OnResource>['on']

/**
 * Finds the resource that a request names and checks a permission on it.
 * @throws ApiError 404 when it doesn't exist or can't be read, 403 without the permission, 400 for selectors that
 * contradict each other.
 */
type Finder<Result> = (context: Context, selectors: Selectors, permission: Permission) => Promise<Result>

type AnyKind = (typeof namedKinds)[number]
type FindersByNameOrId = {
  [Its in AnyKind as Its['kind']]: Its extends Kind<infer Table, unknown> ? Finder<Found<Table>> : never
}

const byNameOrId = Object.fromEntries(
  namedKinds.map((kind): [string, Finder<unknown>] => [
    kind.kind,
    (context, selectors, permission) => find(context, kind, selectors, permission),
  ]),
) as FindersByNameOrId

/** How to find the resource of a request, by the kind that its operation names. Only kinds with rules of their own are listed. */
const allFinders = {
  ...byNameOrId,
  'address-lot': fleetFinder(addressLot, 'addressLot'),
  'alert-receiver': fleetFinder(alertReceiver, 'receiver'),
  'bgp-announce-set': fleetFinder(bgpAnnounceSet, 'announceSet'),
  'bgp-config': fleetFinder(bgpConfig, 'nameOrId'),
  certificate: findCertificate,
  'floating-ip': findFloatingIp,
  image: findImage,
  'image-fetch': findImageFetch,
  'ip-pool': fleetFinder(ipPool, 'pool'),
  'subnet-pool': fleetFinder(subnetPool, 'pool'),
  probe: findProbe,
  'saml-identity-provider': findProvider,
  // A request without a silo is about the caller's own.
  silo: ((context, selectors, permission) =>
    find(context, silo, { silo: selectors.silo ?? actorOf(context).siloId }, permission)) as Finder<
    Found<'silo'>
  >,
}

/** Does not compile while the contract names a kind that no file of `kinds/` declares. */
export const finders: Pick<typeof allFinders, NamedKind> = allFinders

/** A resource of a kind as its finder returns it. */
export type FoundOf<Its extends NamedKind> = Awaited<ReturnType<(typeof finders)[Its]>>
