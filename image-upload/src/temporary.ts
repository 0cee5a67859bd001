import { TEMPORARY_DISK, TEMPORARY_SNAPSHOT } from '@granary/domain/temporary-names.ts'

/** Names of an upload's temporary disk and snapshot. */
export type TemporaryNames = { disk: string; snapshot: string }

const DISK = new RegExp(`^${TEMPORARY_DISK}(\\d+)$`)

const namesFor = (suffix: string | number): TemporaryNames => ({
  disk: `${TEMPORARY_DISK}${suffix}`,
  snapshot: `${TEMPORARY_SNAPSHOT}${suffix}`,
})

/** Returns new unique names. */
export const newNames = (): TemporaryNames => namesFor(Math.floor(Math.random() * 1e9))

/** Returns the names that belong to a temporary disk; null for any other disk. */
export function namesOfDisk(disk: string): TemporaryNames | null {
  const suffix = DISK.exec(disk)?.[1]
  return suffix === undefined ? null : namesFor(suffix)
}

/** What a temporary disk's description records about its upload; nulls where it doesn't. */
export type Recorded = {
  /** Name of the future image. */
  image: string | null
  fileName: string | null
  os: string | null
  version: string | null
  /** Size of the content, in bytes. */
  bytes: number | null
}

/** Maximum length of a description. */
const DESCRIPTION_LENGTH = 512
/** Longer labels are left out, to leave space for the file name. */
const LABELS_LENGTH = 250

type Described = { name: string; fileName: string; os: string; version: string; contents: { size: number } }

/** Describes a temporary disk, both for people and for resuming the upload. */
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

/** Parses such a description. */
export function readDescription(description: string): Recorded {
  const [, image = null, os, version, bytes, fileName = null] = DESCRIPTION.exec(description) ?? []
  return { image, fileName, os: textOf(os), version: textOf(version), bytes: bytes ? Number(bytes) : null }
}

/** Returns null also for text that a user has edited into invalid JSON. */
function textOf(json: string | undefined): string | null {
  try {
    return json === undefined ? null : (JSON.parse(json) as string)
  } catch {
    return null
  }
}
