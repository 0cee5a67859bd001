/** What an upload makes for itself and takes away at its end. */
export type TemporaryNames = { disk: string; snapshot: string }

/** All disks and snapshots of uploads have these in their names. */
export const TEMPORARY_DISK = 'tmp-for-image-'
export const TEMPORARY_SNAPSHOT = 'tmp-snapshot-'
const DISK = new RegExp(`^${TEMPORARY_DISK}(\\d+)$`)

const namesFor = (suffix: string | number): TemporaryNames => ({
  disk: `${TEMPORARY_DISK}${suffix}`,
  snapshot: `${TEMPORARY_SNAPSHOT}${suffix}`,
})

/** Names that nothing else has. */
export const newNames = (): TemporaryNames => namesFor(Math.floor(Math.random() * 1e9))

/** What belongs together, by the name of the disk; null for a disk that no upload has made. */
export function namesOfDisk(disk: string): TemporaryNames | null {
  const suffix = DISK.exec(disk)?.[1]
  return suffix === undefined ? null : namesFor(suffix)
}

/** What an upload that was interrupted is known again by; nulls where the description of its disk does not say it. */
export type Recorded = {
  /** The name of the image that it was to become. */
  image: string | null
  fileName: string | null
  os: string | null
  version: string | null
  /** Of the contents, in bytes. */
  bytes: number | null
}

/** A description may have so many characters. */
const DESCRIPTION_LENGTH = 512
/** What is longer is left out, so that the file has room. */
const LABELS_LENGTH = 250

type Described = { name: string; fileName: string; os: string; version: string; contents: { size: number } }

/** What a disk is for, for people and for the upload that goes on with it. */
export function describeDisk({ name, fileName, os, version, contents }: Described): string {
  const labels = ` (OS ${JSON.stringify(os)}, version ${JSON.stringify(version)}, ${contents.size} bytes)`
  const known = labels.length > LABELS_LENGTH ? '' : labels
  return `temporary disk for importing the image ${name}${known} from ${fileName}`.slice(
    0,
    DESCRIPTION_LENGTH,
  )
}

const TEXT = String.raw`("(?:[^"\\]|\\.)*")`
const LABELS = String.raw` \(OS ${TEXT}, version ${TEXT}, (\d+) bytes\)`
const DESCRIPTION = new RegExp(
  String.raw`^temporary disk for importing the image (\S+)(?:${LABELS})? from (.+)$`,
  's',
)

/** The same read again. */
export function readDescription(description: string): Recorded {
  const [, image = null, os, version, bytes, fileName = null] = DESCRIPTION.exec(description) ?? []
  return { image, fileName, os: textOf(os), version: textOf(version), bytes: bytes ? Number(bytes) : null }
}

/** Null also for what somebody has changed so that it is none. */
function textOf(json: string | undefined): string | null {
  try {
    return json === undefined ? null : (JSON.parse(json) as string)
  } catch {
    return null
  }
}
