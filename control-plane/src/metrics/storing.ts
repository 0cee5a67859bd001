/** Makes what a server remembers of its attempts to store counters of machines. */
export const storing = (): {
  /** Whether this server stores them, and not another one. */
  isOwn: boolean
  /** Since when it fails; milliseconds since 1970, or null. */
  failingSince: number | null
} => ({ isOwn: false, failingSince: null })
