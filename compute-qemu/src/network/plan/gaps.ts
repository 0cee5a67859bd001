import type { Gap, NetworkSpec } from '@granary/compute/network.ts'
import { subnetContains, networkContains } from '@granary/domain/ip.ts'
import type { Forward } from './forwards.ts'
import { addressesOf } from './uplink.ts'

/** How packets leave this host, and which come in. */
export type Outside =
  /** Through an interface of the host, which is in these networks. */
  | {
      type: 'uplink'
      interface: string
      networks: readonly string[]
      routesV6: boolean
      /** Why nothing comes in at all, as a sentence. */
      problem: string | null
      /** Addresses and subnets that another machine has, or one of whose addresses it has, with the end of a sentence about that. */
      taken: ReadonlyMap<string, string>
    }
  /** Through programs: connections from machines, and to forwarded ports. `problem` says why not even that. */
  | { type: 'forwards'; problem: string | null }

/** Returns what this host cannot carry out of a network. */
export function gapsOf(spec: NetworkSpec, outside: Outside, forwards: readonly Forward[]): Gap[] {
  const gapOf = outside.type === 'uplink' ? uplinkGap(outside) : forwardsGap(outside, forwards)
  const subjects = [
    ...spec.external
      .filter(({ kind }) => outside.type === 'uplink' || kind !== 'snat')
      .map(({ address }) => address),
    ...spec.routed.map(({ subnet }) => subnet),
  ]
  return [...new Set(subjects)].flatMap((subject) => {
    const gap = gapOf(subject)
    return gap === null ? [] : [{ subject, ...gap }]
  })
}

type WithoutSubject = Omit<Gap, 'subject'>
const warning = (reason: string): WithoutSubject => ({ reason, severity: 'warning' })

const uplinkGap =
  (outside: Extract<Outside, { type: 'uplink' }>) =>
  (subject: string): WithoutSubject | null => {
    const reason = uplinkReason(outside, subject)
    return reason === null ? null : warning(reason)
  }

function uplinkReason(outside: Extract<Outside, { type: 'uplink' }>, subject: string): string | null {
  const isSubnet = subject.includes('/')
  const isIn = (network: string) =>
    network.includes(':') === subject.includes(':') &&
    (isSubnet ? networkContains(network, subject) : subnetContains(network, subject))
  if (outside.problem !== null) return outside.problem
  const taken = outside.taken.get(subject)
  if (taken !== undefined) return `It does not lead here, because ${taken}.`
  if (subject.includes(':') && !outside.routesV6)
    return 'This host does not forward IPv6. Set net.ipv6.conf.all.forwarding to 1.'
  if (!outside.networks.some(isIn))
    return `No network of ${outside.interface} contains it, so a router must route it to this host.`
  if (isSubnet && addressesOf(subject).length === 0)
    return 'It is too large for this host to answer for its addresses, so a router must route it to this host.'
  return null
}

/** Without a network of external addresses, what works of one is no problem of its network, unless another program is in the way. */
const forwardsGap =
  ({ problem }: Extract<Outside, { type: 'forwards' }>, forwards: readonly Forward[]) =>
  (subject: string): WithoutSubject => {
    if (problem !== null) return warning(`This host has no network for external addresses: ${problem}`)
    const forward = forwards.find(({ address }) => address === subject)
    const taken = forward?.taken.length
      ? ` Another program of this host has TCP ${forward.taken.join(', ')} there.`
      : ''
    const ports = forward?.ports.map(({ host, guest }) =>
      host === guest ? `${host}` : `${host} (for ${guest})`,
    )
    const reason =
      ports && ports.length > 0
        ? `It is reachable from this host only, at ${forward!.loopback}, TCP ${ports.join(', ')}.${taken}`
        : `The setting --external-interface names no interface of this host, so nothing outside can reach it.${taken}`
    return {
      reason,
      severity: taken === '' ? 'note' : 'warning',
      ...(forward && {
        forwarded: {
          address: forward.loopback,
          ports: forward.ports.map(({ host, guest }) => ({ host, guest })),
        },
      }),
    }
  }
