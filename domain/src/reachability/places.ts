import {
  fixedWidth,
  fromFixedWidth,
  type IpVersion,
  ipVersion,
  networkBounds,
  prefixLength,
  versionOfFixed,
} from '../ip.ts'
import type { InterfaceRef } from './answer.ts'
import type { InterfaceIn, Network, Ref, SubnetIn } from './network.ts'

/** Where packets come from or go to. */
export type Place = {
  version: IpVersion
  /** In 32 hex digits; null for any address of the internet. */
  fixed: string | null
  /** In canonical form; null for any address of the internet. */
  address: string | null
  /** Whether the address is in a subnet of the VPC. */
  inside: boolean
}

/** A network with what each lookup needs at hand. */
export type Index = {
  network: Network
  interfaceAt: ReadonlyMap<string, InterfaceIn>
  interfacesOf: ReadonlyMap<string, readonly InterfaceIn[]>
  subnets: ReadonlyMap<string, SubnetIn>
  subnetsByName: ReadonlyMap<string, SubnetIn>
}

/** Prepares a network for questions, in time linear in its size. */
export function indexOf(network: Network): Index {
  const interfacesOf = Map.groupBy(network.interfaces, ({ instance }) => instance.name)
  return {
    network,
    interfaceAt: new Map(network.interfaces.flatMap((one) => one.ips.map((ip) => [ip, one] as const))),
    interfacesOf,
    subnets: new Map(network.subnets.map((subnet) => [subnet.id, subnet])),
    subnetsByName: new Map(network.subnets.map((subnet) => [subnet.name, subnet])),
  }
}

/** Returns the block of a subnet. */
export const blockOf = (subnet: SubnetIn, version: IpVersion): string =>
  version === 'v4' ? subnet.ipv4Block : subnet.ipv6Block

/** Returns the place of an address in any form. @throws RangeError if the text is not an address. */
export function placeOf({ network }: Index, text: string): Place {
  const fixed = fixedWidth(text)
  const version = versionOfFixed(fixed)
  return {
    version,
    fixed,
    address: fromFixedWidth(fixed),
    inside: network.subnets.some((subnet) => holds(blockOf(subnet, version), { version, fixed })),
  }
}

/** Any address of the internet that no rule and no route names. */
export const anywhere = (version: IpVersion): Place => ({
  version,
  fixed: null,
  address: null,
  inside: false,
})

/** Whether a network has a place. Only a network of all addresses has "any address of the internet". */
export function holds(block: string, { version, fixed }: Pick<Place, 'version' | 'fixed'>): boolean {
  // Only IPv6 has colons. Parsing every network of every rule twice would take most of the time.
  if (block.includes(':') !== (version === 'v6')) return false
  if (fixed === null) return prefixLength(block) === 0
  const { first, last } = networkBounds(block)
  return first <= fixed && fixed <= last
}

/** Returns the address of an interface in a family, or null. */
export const addressOf = ({ ips }: InterfaceIn, version: IpVersion): string | null =>
  ips.find((ip) => ipVersion(ip) === version) ?? null

/** Returns the interface for traffic of an instance: the primary one, or its first in the VPC. */
export function mainInterface({ interfacesOf }: Index, instance: string): InterfaceIn | null {
  const all = interfacesOf.get(instance) ?? []
  return all.find(({ primary }) => primary) ?? all[0] ?? null
}

/** Returns only the ID and the name. */
export const refOf = ({ id, name }: Ref): Ref => ({ id, name })

/** Returns an interface as an answer refers to it. */
export const interfaceRef = (one: InterfaceIn): InterfaceRef => ({
  ...refOf(one),
  instance: refOf(one.instance),
})
