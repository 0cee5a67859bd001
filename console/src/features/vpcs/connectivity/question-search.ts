import type { IpVersion } from '@granary/domain/ip.ts'

// In the code of every page. What reads addresses is in `question.ts`, which loads with the tab.

const PROTOCOLS = ['tcp', 'udp', 'icmp'] as const
type Protocol = (typeof PROTOCOLS)[number]

/** A question in the address of the page, which may be incomplete. */
export type QuestionSearch = {
  from?: string
  to?: string
  protocol?: Protocol
  port?: number
  version?: IpVersion
}

/** The longest end: an interface by the names of its instance and its own. */
const MAX_END = 140

/** Reads a question from an address, and ignores everything else. The ends are checked with the whole question. */
export const questionSearch = (search: Record<string, unknown>): QuestionSearch => {
  const { from, to, protocol, port, version } = search
  const number = Number(port)
  return {
    from: endIn(from),
    to: endIn(to),
    protocol: PROTOCOLS.find((one) => one === protocol),
    port: Number.isInteger(number) && number >= 1 && number <= 65_535 ? number : undefined,
    version: (['v4', 'v6'] as const).find((one) => one === version),
  }
}

const endIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= MAX_END ? value : undefined
