/** Name prefixes of the temporary disk and snapshot of an upload, which are deleted when its image exists. A number follows. */
export const TEMPORARY_DISK = 'tmp-for-image-'
export const TEMPORARY_SNAPSHOT = 'tmp-snapshot-'

/** Whether a disk or snapshot has the name of a temporary one. */
export const isTemporaryName = (name: string): boolean =>
  [TEMPORARY_DISK, TEMPORARY_SNAPSHOT].some(
    (prefix) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)),
  )
