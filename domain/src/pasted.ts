import { hasHostBits, ipNetProblem, ipProblem, normalizeNetwork } from './ip.ts'

// What people paste is what their tools print. Each function returns the value in a text, or the trimmed text where it finds none.

/** Returns the address in `mailto:ops@example.com` or `Ops <ops@example.com>`. */
export function pastedEmail(text: string): string {
  const address = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text
  return address.trim().replace(/^mailto:\s*/i, '')
}

/** Returns a web address without the blanks, quotes or angle brackets around it. */
export const pastedUrl = (text: string): string => text.trim().replace(/^(?:<(.*)>|"(.*)"|'(.*)')$/, '$1$2$3')

/** Returns the IP address in `10.0.0.5/24`, `[fd00::1]` or `"10.0.0.5"`. */
export function pastedAddress(text: string): string {
  const bare = unquoted(text)
  const [address = ''] = bare.split('/')
  return ipProblem(address) === null && ipNetProblem(bare) === null ? address : bare
}

/** Returns the network of `10.0.0.5/24`, which is how tools print an address with its network: `10.0.0.0/24`. */
export function pastedNetwork(text: string): string {
  const bare = unquoted(text)
  return ipNetProblem(bare) === null && hasHostBits(bare) ? normalizeNetwork(bare) : bare
}

/** Returns the entries of a list with commas, semicolons, blanks or line breaks, also of one in JSON. */
export const pastedList = (text: string): string[] =>
  text
    .replaceAll(/["'[\]]/g, ' ')
    .split(/[\s,;]+/)
    .filter(Boolean)

const unquoted = (text: string): string => text.trim().replaceAll(/^["'[]+|["'\],;]+$/g, '')
