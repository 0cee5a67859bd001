import type { ExternalSpec, NetworkSpec } from '@granary/compute/network.ts'
import { FAMILIES, isOf, rangeText } from './lists.ts'
import { linkName, markText } from './names.ts'
import { gatewayMarks } from './route-chains.ts'

/** What translates addresses: rules as `[chain, rule]`, and elements of sets and maps by their name. */
export interface Translation {
  lines: [string, string][]
  elements: Record<string, string[]>
}

/** Returns what gives packets an external address, and takes packets of external addresses to their interfaces. */
export function translationOf(spec: NetworkSpec): Translation {
  const gateways = gatewayMarks(spec)
  const owned = Map.groupBy(spec.external, ({ interfaceId }) => interfaceId)
  const routed = Map.groupBy(spec.routed, ({ interfaceId }) => interfaceId)
  const lines: Translation['lines'] = []
  const elements = new Map<string, Set<string>>()
  const add = (name: string, element: string) => {
    if (!elements.has(name)) elements.set(name, new Set())
    elements.get(name)!.add(element)
  }
  for (const [number, at] of spec.interfaces.entries()) {
    const tap = linkName(at.id)
    const sources = FAMILIES.flatMap((family) => {
      const { ip, number: suffix } = family
      const own = (owned.get(at.id) ?? []).filter(({ address }) => isOf(family, address))
      const inner = at.addresses.find((address) => isOf(family, address))
      for (const { address, kind } of own) {
        if (kind === 'snat' || inner === undefined) continue
        add(`entry${suffix}`, `${address} . ${inner}`)
        add(`dnat${suffix}`, `${address} : ${inner}`)
      }
      const kept = (routed.get(at.id) ?? []).filter(({ subnet }) => isOf(family, subnet))
      const translated = [...gateways].flatMap(([id, mark]) => {
        const offered = own.filter(({ gatewayIds }) => gatewayIds.includes(id))
        for (const { address } of offered)
          add(`offered${suffix}`, `"${tap}" . ${markText(mark)} . ${address}`)
        return offered
          .slice(0, 1)
          .flatMap((first) => sourceLines(first, ip).map((line) => `meta mark ${markText(mark)} ${line}`))
      })
      return translated.length === 0
        ? []
        : [...kept.map(({ subnet }) => `${ip} saddr ${subnet} accept`), ...translated]
    })
    if (sources.length === 0) continue
    const chain = `nat${number}`
    lines.push(...sources.map((line): [string, string] => [chain, line]))
    add('leave', `"${tap}" : goto ${chain}`)
  }
  return { lines, elements: Object.fromEntries([...elements].map(([name, list]) => [name, [...list]])) }
}

/** Shares of an address carry TCP, UDP and echo requests only, which have ports or identifiers to tell machines apart. */
function sourceLines({ kind, address, ports }: ExternalSpec, ip: string): string[] {
  if (kind !== 'snat') return [`meta nfproto ${ip === 'ip' ? 'ipv4' : 'ipv6'} snat ${ip} to ${address}`]
  const to = `snat ${ip} to ${ip === 'ip' ? address : `[${address}]`}:${rangeText({ ...ports, first: Math.max(1, ports.first) })}`
  return [`meta l4proto { tcp, udp } ${to}`, `meta l4proto ${ip === 'ip' ? 'icmp' : 'ipv6-icmp'} ${to}`]
}
