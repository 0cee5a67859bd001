import { mappedProblem } from './ip-ranges.ts'
import { fixedWidth, ipVersion, networkBounds, prefixLength, versionOfFixed } from './ip.ts'
import type { Problem } from './problems.ts'

/** Maximum number of networks of the allow list. */
export const MAX_ALLOWED_NETWORKS = 1024

/** The addresses that may send requests to this server. */
export type AllowedIps = { allow: 'any' } | { allow: 'list'; ips: string[] }

const ZERO = { v4: fixedWidth('0.0.0.0'), v6: fixedWidth('::') }

/**
 * Returns why some networks can't be the allow list, by their paths in the list (`[2]`).
 * @param networks in CIDR notation.
 */
export function allowListProblems(networks: readonly string[]): Problem[] {
  if (networks.length === 0)
    return [
      {
        path: '',
        code: 'too_short',
        message: 'the list must contain at least one network; allow any address instead',
      },
    ]
  return networks.flatMap((network, at) => {
    const message = networkProblem(network)
    return message === null ? [] : [{ path: `[${at}]`, code: 'not_allowed' as const, message }]
  })
}

function networkProblem(network: string): string | null {
  if (prefixLength(network) === 0)
    return 'a network with a width of 0 contains every address: allow any instead'
  const address = fixedWidth(network.split('/')[0]!)
  return address === ZERO.v4 || address === ZERO.v6
    ? 'the address of a network must not be unspecified'
    : mappedProblem(network)
}

/** Returns whether an address may send requests. It is made once for many addresses. */
export function allowedBy(allowed: AllowedIps): (address: string) => boolean {
  if (allowed.allow === 'any') return () => true
  const networks = allowed.ips.map((network) => ({ ...networkBounds(network), version: ipVersion(network) }))
  return (address) => {
    if (ipVersion(address) === null) return false
    const fixed = fixedWidth(address)
    const version = versionOfFixed(fixed)
    return networks.some((each) => each.version === version && each.first <= fixed && fixed <= each.last)
  }
}
