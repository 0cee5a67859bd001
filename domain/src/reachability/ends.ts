import { type IpVersion, ipProblem, ipVersion, subnetContains } from '../ip.ts'
import { isUuid, nameProblem } from '../names.ts'
import type { Problem } from '../problems.ts'
import type { ExternalIpIn, InterfaceIn } from './network.ts'
import { addressOf, anywhere, type Index, mainInterface, type Place, placeOf } from './places.ts'

/** One end of a question: an interface of the VPC, or an address outside. */
export type End = { interface: InterfaceIn; place: Place } | { interface: null; place: Place }

const FORMS = 'internet, instance/NAME, interface/INSTANCE/NAME, or an IP address'

/** Returns what is wrong with the form of an end, or null: `internet`, `instance/web`, `interface/web/net0`, `10.0.0.7`. */
export function endProblem(text: string): string | null {
  if (text === 'internet' || ipProblem(text) === null) return null
  const [type, ...names] = text.split('/')
  const counts = { instance: [1], interface: [1, 2] }[type ?? '']
  const areNames = names.every((name) => isUuid(name) || nameProblem(name) === null)
  return counts?.includes(names.length) && areNames ? null : `must be ${FORMS}`
}

type Candidate = { interface: InterfaceIn } | { address: string } | { internet: true }

/** Returns an end, or why it is not there. */
function find(index: Index, text: string): Candidate | string {
  if (text === 'internet') return { internet: true }
  if (ipProblem(text) === null) {
    const { address } = placeOf(index, text)
    const found = index.interfaceAt.get(address!)
    return found ? { interface: found } : { address: address! }
  }
  const [type, ...names] = text.split('/') as [string, ...string[]]
  const [name = '', inner = ''] = names
  const inInstance = (text: string) =>
    isUuid(text)
      ? index.network.interfaces.filter(({ instance }) => instance.id === text)
      : (index.interfacesOf.get(text) ?? [])
  if (type === 'instance') {
    const all = inInstance(name)
    const found = all[0] && mainInterface(index, all[0].instance.name)
    return found ? { interface: found } : `no instance "${name}" has a network interface in this VPC`
  }
  const found =
    names.length === 1
      ? index.network.interfaces.find(({ id }) => id === name)
      : inInstance(name).find((one) => one.name === inner || one.id === inner)
  return found ? { interface: found } : `no network interface "${names.join('/')}" is in this VPC`
}

const versionsOf = (end: Candidate): IpVersion[] => {
  if ('internet' in end) return ['v4', 'v6']
  if ('address' in end) return [ipVersion(end.address)!]
  return (['v4', 'v6'] as const).filter((version) => addressOf(end.interface, version) !== null)
}

/** Returns the external addresses of an instance in a family that the internet can reach. */
export const reachableIps = ({ network }: Index, instanceId: string, version: IpVersion): ExternalIpIn[] =>
  network.externalIps.filter(
    (one) => one.instanceId === instanceId && one.kind !== 'snat' && ipVersion(one.ip) === version,
  )

/** Returns the interface that gets the packets for an external address, or null. */
export function behind(index: Index, address: string | null): InterfaceIn | null {
  if (address === null) return null
  const external = index.network.externalIps.find(({ ip, kind }) => ip === address && kind !== 'snat')
  const holder = external?.instanceId ?? holderOf(index, address)
  if (holder === null) return null
  return index.network.interfaces.find((one) => one.instance.id === holder && one.primary) ?? null
}

/** Returns the ID of the instance that has an address in an external subnet, or null. */
export const holderOf = ({ network }: Index, address: string): string | null =>
  network.externalSubnets.find(({ subnet }) => subnetContains(subnet, address))?.instanceId ?? null

export type Ends = { from: End; to: End; version: IpVersion }

/**
 * Finds both ends of a question in a VPC, and the IP version of the packets: the requested one, or one that both have,
 * IPv4 first.
 * @returns a problem with the path `from` or `to` if an end is not there.
 */
export function findEnds(
  index: Index,
  { from, to, ipVersion: requested }: { from: string; to: string; ipVersion?: IpVersion | null | undefined },
): Ends | Problem {
  const [a, b] = [find(index, from), find(index, to)]
  if (typeof a === 'string') return { path: 'from', code: 'not_found', message: a }
  if (typeof b === 'string') return { path: 'to', code: 'not_found', message: b }
  const shared = versionsOf(a).filter((each) => versionsOf(b).includes(each))
  const version = pick(index, shared, requested, [a, b])
  const refused = (message: string): Problem => ({ path: 'to', code: 'not_allowed', message })
  if (!version) return refused(`the two ends have no IP${requested ?? ''} address in common`)
  const ends = { from: endOf(index, a, version), to: endOf(index, b, version), version }
  if (!ends.from.interface && !ends.to.interface && !touches(index, ends))
    return refused('at least one end must be in the VPC')
  return ends.from.interface && ends.from.interface === ends.to.interface
    ? refused('the two ends must differ')
    : ends
}

const touches = (index: Index, { from, to }: Pick<Ends, 'from' | 'to'>): boolean =>
  from.place.inside || to.place.inside || behind(index, to.place.address) !== null

function pick(
  index: Index,
  versions: readonly IpVersion[],
  requested: IpVersion | null | undefined,
  ends: readonly Candidate[],
): IpVersion | undefined {
  if (requested) return versions.find((version) => version === requested)
  if (!ends.some((end) => 'internet' in end)) return versions[0]
  const inside = ends.find((end) => 'interface' in end)?.interface
  const hasAddress = (version: IpVersion) =>
    inside !== undefined && reachableIps(index, inside.instance.id, version).length > 0
  return versions.find(hasAddress) ?? versions[0]
}

function endOf(index: Index, end: Candidate, version: IpVersion): End {
  if ('internet' in end) return { interface: null, place: anywhere(version) }
  if ('address' in end) return { interface: null, place: placeOf(index, end.address) }
  return { interface: end.interface, place: placeOf(index, addressOf(end.interface, version)!) }
}
