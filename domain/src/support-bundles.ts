import { KiB, MiB } from './sizes.ts'

/** Support bundles that are kept at once. */
export const MAX_BUNDLES = 5

/** Bytes of the zip file of a bundle. */
export const MAX_BUNDLE_BYTES = 64 * MiB

/** Bytes of one file of a bundle, unpacked. A longer one is cut off after a line. */
export const MAX_BUNDLE_FILE_BYTES = 64 * MiB

/** Bytes of a bundle in one row of the database. */
export const BUNDLE_PART_BYTES = 256 * KiB

/** Longest comment of a bundle, in bytes of UTF-8. */
export const MAX_BUNDLE_COMMENT_BYTES = 4096

/** Times that servers begin to collect a bundle: one that stops in the middle is followed by the next. */
export const MAX_BUNDLE_ATTEMPTS = 3

/** Days of logs and changes in a bundle, unless its request says otherwise. */
export const BUNDLE_DAYS = 7
