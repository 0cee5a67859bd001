import type { InterfaceSpec, NetworkSpec } from '@granary/compute/network.ts'
import { gatewayAddress } from './gateway-address.ts'
import { FAMILIES, type Family, isOf } from './lists.ts'
import {
  GATEWAY,
  GATEWAY_TABLE,
  HUB_LINK,
  HUB_MAC,
  linkName,
  markText,
  nextHopMark,
  PEER,
  ROUTED_TABLE,
} from './names.ts'
import { relayIds } from './route-chains.ts'

/** Commands of `ip -batch`, by family. Each is harmless when repeated. */
export type Batch = Record<Family['version'], string[]>

/** Returns commands for both families. */
export const byFamily = (lines: (family: Family) => string[]): Batch => ({
  v4: lines(FAMILIES[0]),
  v6: lines(FAMILIES[1]),
})

/** Returns what a new namespace needs besides its links: routes to the hub, and rules that choose the tables. */
export const namespaceBatch = (): Batch =>
  byFamily(({ version }) => {
    const peer = PEER[version]
    const mark = markText(GATEWAY)
    return [
      `neigh replace ${peer} lladdr ${HUB_MAC} dev ${HUB_LINK} nud permanent`,
      `route replace default via ${peer} dev ${HUB_LINK} onlink`,
      `route replace default via ${peer} dev ${HUB_LINK} onlink table ${GATEWAY_TABLE}`,
      `rule add fwmark ${mark}/${mark} lookup ${GATEWAY_TABLE} pref 100`,
      `rule add iif ${HUB_LINK} lookup ${ROUTED_TABLE} pref 300`,
    ]
  })

/** Returns the commands for the routing tables of next hops, which exist whether their taps do or not. */
export const relayBatch = (spec: NetworkSpec): Batch =>
  byFamily(() =>
    relayIds(spec).flatMap((id) => {
      const mark = markText(nextHopMark(id))
      return [
        // Without the tap of the next hop, packets must not find another way.
        `route replace unreachable default table ${nextHopMark(id)} metric 4000000000`,
        `rule add fwmark ${mark} lookup ${nextHopMark(id)} pref 200`,
      ]
    }),
  )

/** Returns the commands for a tap that exists. Its removal takes all of it along. */
export function tapBatch(spec: NetworkSpec, at: InterfaceSpec): Batch {
  const tap = linkName(at.id)
  const subnet = spec.subnets.find(({ id }) => id === at.subnetId)
  const isRelay = relayIds(spec).includes(at.id)
  return byFamily((family) => {
    const { version } = family
    const way = `via ${PEER[version]} dev ${tap} onlink`
    const block = subnet && (version === 'v4' ? subnet.ipv4Block : subnet.ipv6Block)
    const routed = spec.routed.filter((one) => one.interfaceId === at.id && isOf(family, one.subnet))
    return [
      `neigh replace ${PEER[version]} lladdr ${at.mac} dev ${tap} nud permanent`,
      ...(block
        ? [
            `addr replace ${gatewayAddress(block)}/${block.split('/')[1]} dev ${tap} noprefixroute${version === 'v6' ? ' nodad' : ''}`,
          ]
        : []),
      // The same router for every guest, whatever its tap's hardware address.
      ...(version === 'v6' ? [`addr replace fe80::1/64 dev ${tap} nodad`] : []),
      ...at.addresses
        .filter((address) => isOf(family, address))
        .map((address) => `route replace ${address} ${way}`),
      ...routed.map((one) => `route replace ${one.subnet} ${way} table ${ROUTED_TABLE}`),
      ...(isRelay ? [`route replace default ${way} table ${nextHopMark(at.id)} metric 100`] : []),
    ]
  })
}

/** Returns the commands that undo those that are no longer there. */
export function undoing(before: readonly string[], after: readonly string[]): string[] {
  const kept = new Set(after.map(keyOf))
  return (
    [...new Set(before.map(keyOf).filter((key) => !kept.has(key)))]
      // Neighbors stay as long as their links do.
      .filter((key) => !key.startsWith('neigh ') || key.includes(' proxy '))
      .map((key) => key.replace(/^(\w+) (replace|add)/, '$1 del'))
  )
}

/** A route is known by its destination, device and table; what else it says can be replaced. */
const keyOf = (command: string): string => command.replace(/ (onlink|noprefixroute|nodad)\b/g, '')

/** Joins batches in their order. */
export const joined = (batches: readonly Batch[]): Batch => ({
  v4: batches.flatMap(({ v4 }) => v4),
  v6: batches.flatMap(({ v6 }) => v6),
})
