/** Time that is packed at once, and that most blocks cover at most; milliseconds. */
export const BLOCK_MS = 3_600_000

const DAY_MS = 24 * BLOCK_MS

/** Blocks of an hour with all readings. */
export const RAW = 0
/** Blocks of an hour with the last reading of each minute. */
export const BY_MINUTE = 1
/** Blocks of a day with the last reading of each hour: so few of them are smaller than their headers. */
export const BY_HOUR = 2

export const TIERS = [RAW, BY_MINUTE, BY_HOUR] as const

/** Time that a block of each tier covers at most; milliseconds. */
export const SPANS = { [RAW]: BLOCK_MS, [BY_MINUTE]: BLOCK_MS, [BY_HOUR]: DAY_MS } as const

/** Returns the start of the hour of a time, of which all readings are packed together. */
export const hourOf = (time: number): number => Math.floor(time / BLOCK_MS) * BLOCK_MS

/** Returns the start of the day of a time, in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS
