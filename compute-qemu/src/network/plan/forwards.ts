import type { ExternalSpec, NetworkSpec, RuleSpec } from '@granary/compute/network.ts'
import { createHash } from 'node:crypto'

/** TCP ports of an external address that a host without a network of external addresses has on its loopback interface. */
export interface Forward {
  /** The external address. */
  address: string
  /** The address of the host's loopback interface, as of `loopbackOf`. */
  loopback: string
  /** By the guest's port. `hub`: the port of the hub's loopback interface, at which connections arrive there. */
  ports: { host: number; guest: number; hub: number }[]
  /** Ports of the host at which another program gets the connections. */
  taken: number[]
  /** Name of a link in the hub, which tells the program that forwards them from others. */
  link: string
}

/** Ports of an address; more do not fit a command. */
const MAX_PORTS = 100
/** Ports of an interface that accepts all. */
const USUAL_PORTS = [22, 80, 443, 3000, 5432, 8000, 8080]
/** A port that the server may not open is on the host by this much higher. */
const PORT_SHIFT = 8000

/**
 * Returns the forwards of networks. An address whose loopback address an earlier one has is left out.
 * @param lowestPort lowest port that the server may open.
 */
export function forwardsOf(specs: readonly NetworkSpec[], lowestPort: number): Forward[] {
  const taken = new Set<number>()
  const forwards = specs.flatMap((spec) =>
    spec.external
      .filter(({ kind, address }) => kind !== 'snat' && !address.includes(':'))
      .flatMap((external): Forward[] => {
        const { address } = external
        const ports = openPorts(spec, external).map((guest) => ({
          guest,
          host: guest < lowestPort ? guest + PORT_SHIFT : guest,
        }))
        const unique = ports
          .filter(({ host }, at) => ports.findIndex((one) => one.host === host) === at)
          .map((port) => ({ ...port, hub: hubPort(`${address} ${port.guest}`, taken) }))
        const link = `f${createHash('sha256').update(address).digest('hex').slice(0, 13)}`
        return unique.length === 0
          ? []
          : [{ address, loopback: loopbackOf(address), link, ports: unique, taken: [] }]
      }),
  )
  const byLoopback = new Map(forwards.toReversed().map((forward) => [forward.loopback, forward]))
  return forwards.filter((forward) => byLoopback.get(forward.loopback) === forward)
}

/**
 * Returns the address of the host's loopback interface for an external address: 127.64.0.0 to 127.127.255.255, which programs of the
 * host leave alone. It is of a digest, as any two external addresses may differ in one number only.
 */
function loopbackOf(address: string): string {
  const [second, third, fourth] = createHash('sha256').update(address).digest()
  return `127.${64 + (second! % 64)}.${third}.${fourth}`
}

/** Returns a free port that is nearly always the same for the same key, so that other forwards go on. */
function hubPort(key: string, taken: Set<number>): number {
  let port = 1024 + (createHash('sha256').update(key).digest().readUInt32BE(0) % 31_000)
  while (taken.has(port)) port++
  taken.add(port)
  return port
}

/** Returns ports at which the rules let in connections from anywhere, ascending. */
function openPorts({ interfaces, firewalls, rules }: NetworkSpec, { interfaceId }: ExternalSpec): number[] {
  const at = interfaces.find(({ id }) => id === interfaceId)
  const inbound = new Set(at ? firewalls[at.firewall]!.inbound : [])
  const ports = rules
    .filter((rule) => inbound.has(rule.id) && rule.action === 'allow' && isForAll(rule))
    .flatMap((rule) => rule.ports?.flatMap(numbersOf) ?? USUAL_PORTS)
  return [...new Set(ports)].sort((a, b) => a - b).slice(0, MAX_PORTS)
}

const isForAll = ({ hosts, protocols }: RuleSpec): boolean =>
  (hosts === null || hosts.includes('0.0.0.0/0')) &&
  (protocols === null || protocols.some(({ type }) => type === 'tcp'))

const numbersOf = ({ first, last }: { first: number; last: number }): number[] =>
  Array.from({ length: Math.min(MAX_PORTS, last - first + 1) }, (_, at) => first + at)
