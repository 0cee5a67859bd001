/**
 * How long an upload holds its disk after its last write, in milliseconds. Nobody else can resume the upload before
 * then, so this is also the wait after an upload was killed.
 */
export const IMPORT_LEASE = 15_000
/**
 * With less time left than this, the next chunk renews the lease so that it can't expire during the write;
 * milliseconds.
 */
export const IMPORT_LEASE_LOW = 10_000
