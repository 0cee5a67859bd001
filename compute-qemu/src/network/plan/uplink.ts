import type { NetworkSpec } from '@granary/compute/network.ts'
import { addressAt, fromFixedWidth, networkBounds, valueOfFixed } from '@granary/domain/ip.ts'
import { FAMILIES, type Family, isOf } from './lists.ts'
import { PEER } from './names.ts'

/** Addresses of an external subnet that the host answers for; a larger one must be routed to the host. */
const MAX_ANSWERED = 256n

/** What leads to the hub. */
export interface Claim {
  /** An address or a network. */
  subject: string
  /** Addresses for which the host answers on its own network. */
  answered: string[]
}

/** Returns what packets from the outside must find at this host. Networks share addresses for sending. */
export function claimsOf(specs: readonly NetworkSpec[]): Claim[] {
  const external = new Set(specs.flatMap((spec) => spec.external.map(({ address }) => address)))
  const subnets = new Set(specs.flatMap(({ routed }) => routed.map(({ subnet }) => subnet)))
  return [
    ...[...external].map((subject) => ({ subject, answered: [subject] })),
    ...[...subnets].map((subject) => ({ subject, answered: addressesOf(subject) })),
  ]
}

/** Returns the addresses of a network, or none of one that is too large. */
export function addressesOf(network: string): string[] {
  const [first, last] = Object.values(networkBounds(network)).map(valueOfFixed) as [bigint, bigint]
  const count = last - first + 1n
  if (count > MAX_ANSWERED) return []
  return Array.from({ length: Number(count) }, (_, index) => fromFixedWidth(addressAt(first + BigInt(index))))
}

/** What leads to the hub, as the kernel has it. */
export interface Led {
  /** Destinations whose packets go to the hub. */
  routes: ReadonlySet<string>
  /** Addresses for which an interface of the host answers: `address interface`. */
  answers: ReadonlySet<string>
}

/** Returns what must be there for claims. */
export const ledBy = (claims: readonly Claim[], uplink: string): Led => ({
  routes: new Set(claims.map(({ subject }) => subject)),
  answers: new Set(claims.flatMap(({ answered }) => answered.map((address) => `${address} ${uplink}`))),
})

/**
 * Returns the commands of `ip -batch` that lead from `there` to `wanted`. Every address that the host answers for has a route at all
 * times, so a server that finds the routes finds everything that another one has left.
 */
export function leadingBatch(there: Led, wanted: Led, link: string): Record<Family['version'], string[]> {
  const commands = (family: Family) => {
    const extra = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
      [...one].filter((text) => !other.has(text) && isOf(family, text.split(' ')[0]!))
    const way = `via ${PEER[family.version]} dev ${link}`
    return [
      ...extra(there.answers, wanted.answers).map((text) => `neigh del proxy ${text.replace(' ', ' dev ')}`),
      ...extra(there.routes, wanted.routes).map((to) => `route del ${to} ${way}`),
      ...extra(wanted.routes, there.routes).map((to) => `route replace ${to} ${way} onlink`),
      ...extra(wanted.answers, there.answers).map(
        (text) => `neigh replace proxy ${text.replace(' ', ' dev ')}`,
      ),
    ]
  }
  return { v4: commands(FAMILIES[0]), v6: commands(FAMILIES[1]) }
}
