import type { Explanation, Hop } from '../connectivity/hops.tsx'
import { INTERNET } from './layout.ts'

/** Returns the key of the node that a hop is drawn at, or null. */
function keyOf(hop: Hop): string | null {
  switch (hop.type) {
    case 'interface':
      return `interface:${hop.interface.id}`
    case 'subnet':
      return `subnet:${hop.subnet.id}`
    case 'route':
      return hop.route && `router:${hop.route.router.id}`
    case 'gateway':
      return `gateway:${hop.gateway.id}`
    case 'internet':
      return INTERNET
    // The network passes packets for an external address straight to its instance.
    case 'external_ip':
    case 'firewall':
      return null
  }
}

/** The nodes of a way, in order and without repetition, and where it ends if packets do not arrive. */
export type DrawnPath = { keys: string[]; stop: string | null }

/** Returns the way of an answer that is drawn: of the packets, or of the replies if only they are stopped. */
export function drawnPath({ there, back, obstacle }: Explanation): DrawnPath {
  const hops = obstacle?.way === 'back' ? back : there
  const keys = hops.flatMap((hop) => keyOf(hop) ?? []).filter((key, index, all) => key !== all[index - 1])
  const [last] = hops.slice(-1)
  const denied = last?.type === 'firewall' ? `interface:${last.interface.id}` : null
  if (denied && keys.at(-1) !== denied) keys.push(denied)
  return { keys, stop: obstacle ? (keys.at(-1) ?? null) : null }
}
