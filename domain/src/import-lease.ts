/**
 * Whoever uploads holds the disk for so long after the last sign of life; milliseconds. Until then nobody else goes on with
 * the upload, so it is also how long one has to wait after an upload was killed.
 */
export const IMPORT_LEASE = 15_000
/** Less than that left, it is renewed by the next piece, and so it does not run out while the piece is written; milliseconds. */
export const IMPORT_LEASE_LOW = 10_000
