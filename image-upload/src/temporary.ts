/** What an upload makes for itself and takes away at its end. */
export type TemporaryNames = { disk: string; snapshot: string }

/** All disks of uploads have this in their names. */
export const TEMPORARY_DISK = 'tmp-for-image-'
const DISK = new RegExp(`^${TEMPORARY_DISK}(\\d+)$`)

const namesFor = (suffix: string | number): TemporaryNames => ({
  disk: `${TEMPORARY_DISK}${suffix}`,
  snapshot: `tmp-snapshot-${suffix}`,
})

/** Names that nothing else has. */
export const newNames = (): TemporaryNames => namesFor(Math.floor(Math.random() * 1e9))

/** What belongs together, by the name of the disk; null for a disk that no upload has made. */
export function namesOfDisk(disk: string): TemporaryNames | null {
  const suffix = DISK.exec(disk)?.[1]
  return suffix === undefined ? null : namesFor(suffix)
}

/** A description has room for so much of the name of a file, in characters. */
const FILE_NAME = 300

/** What a disk is for, so that an upload that was interrupted is known again. */
export const describeDisk = ({ name, fileName }: { name: string; fileName: string }): string =>
  `temporary disk for importing the image ${name} from ${fileName.slice(0, FILE_NAME)}`

const DESCRIPTION = /^temporary disk for importing the image (\S+) from (.+)$/s

/** The same read again: the image that was to be made, and the file; nulls where the description says nothing of it. */
export function readDescription(description: string): { image: string | null; fileName: string | null } {
  const [, image = null, fileName = null] = DESCRIPTION.exec(description) ?? []
  return { image, fileName }
}
