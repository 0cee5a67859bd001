import type { CallInput } from '@granary/contract/call.ts'
import { ipProblem, type IpVersion } from '@granary/domain/ip.ts'
import { endProblem } from '@granary/domain/reachability/ends.ts'

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

/** Reads a question from an address, and ignores everything else. */
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
  typeof value === 'string' && endProblem(value) === null ? value : undefined

/** Returns the body of the request, or null while the question is incomplete. */
export function bodyOf({ from, to, protocol = 'tcp', port, version }: QuestionSearch): QuestionBody | null {
  if (!from || !to) return null
  if (protocol === 'icmp') return { from, to, protocol, ipVersion: version }
  return port ? { from, to, protocol, port, ipVersion: version } : null
}
export type QuestionBody = CallInput<'vpcExplain'>['body']

/** Returns the end that a text means: an instance may be typed by its name alone. */
export const endOf = (text: string): string => {
  const typed = text.trim()
  return typed === '' || typed === 'internet' || typed.includes('/') || ipProblem(typed) === null
    ? typed
    : `instance/${typed}`
}
