import { ipVersion, subnetContains } from '../ip.ts'

/** A part of a network that its hosts can't carry out: an address, a network, or a word such as `multicast`. */
export type NetworkGap = {
  subject: string
  reason: string
  severity: 'note' | 'warning'
  /** Where programs of the host reach the address instead, by TCP ports of the host and of the guest. */
  forwarded: { address: string; ports: { host: number; guest: number }[] } | null
}

/**
 * Returns the gaps that may concern an answer: those of an address that it or its question mentions, and those that are no
 * address.
 */
export function gapsConcerning(gaps: readonly NetworkGap[], ...mentions: readonly unknown[]): NetworkGap[] {
  const addresses = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      if (!value.includes('/') && ipVersion(value) !== null) addresses.add(value)
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  if (gaps.length > 0) collect(mentions)
  const isMentioned = (subject: string) =>
    [...addresses].some((address) =>
      subject.includes('/') ? subnetContains(subject, address) : subject === address,
    )
  return gaps.filter(({ subject }) => ipVersion(subject) === null || isMentioned(subject))
}
