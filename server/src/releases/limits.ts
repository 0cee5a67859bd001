import { MAX_RELEASE_ARTIFACTS } from '@granary/domain/releases.ts'
import { GiB, KiB, MiB } from '@granary/domain/sizes.ts'

/** Bytes of all files of a release, unpacked. */
export const MAX_UNPACKED = 64 * GiB
/** Entries of the zip file. */
export const MAX_ENTRIES = 2 * MAX_RELEASE_ARTIFACTS
/** Bytes of the names, comments and extra fields of all entries, which are held in memory. */
export const MAX_DIRECTORY = 2 * MiB
/** Files that a release lists: the artifacts and their list. */
export const MAX_TARGETS = MAX_RELEASE_ARTIFACTS + 1
/** Keys of a root document, and signatures of any document. */
export const MAX_KEYS = 64
/** Bytes of a document that lists few things. Each signature of a document is checked against all of it. */
export const MAX_SHORT_DOCUMENT = 64 * KiB
/** Bytes of a document that lists every file. */
export const MAX_LONG_DOCUMENT = MiB
