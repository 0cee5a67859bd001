/** Time that a block covers at most; milliseconds. */
export const BLOCK_MS = 3_600_000

/** Blocks with all readings. */
export const RAW = 0
/** Blocks with the last reading of each minute. */
export const BY_MINUTE = 1

/** Returns the start of the hour of a time, of which all readings are packed together. */
export const hourOf = (time: number): number => Math.floor(time / BLOCK_MS) * BLOCK_MS
