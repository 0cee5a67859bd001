import { type CallOutput, ignorable } from '@granary/contract/call.ts'
import { diskList, snapshotList } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { diskSizeFor } from '@granary/domain/sizes.ts'
import { TEMPORARY_DISK, TEMPORARY_SNAPSHOT } from '@granary/domain/temporary-names.ts'
import type { Contents } from './contents.ts'
import type { Ask } from './host.ts'
import { namesOfDisk, readDescription, type Recorded } from './temporary.ts'

type Disk = CallOutput<'diskList'>['items'][number]

/** An upload whose temporary disk still exists. It may be running in another client. */
export type Unfinished = Recorded & {
  /** Name of the temporary disk. */
  disk: string
  state: Disk['state']['state']
  /** Whether the complete file is kept as a snapshot, so that only the image is missing. */
  isWhole: boolean
  /** Size of the disk, in bytes. */
  size: number
  blockSize: Disk['blockSize']
  begun: Date
}

/** Returns uploads into a project whose disks exist, the latest first. Includes uploads that are running elsewhere. */
export async function unfinishedUploads(
  ask: Ask,
  project: string,
  signal?: AbortSignal,
): Promise<Unfinished[]> {
  const query = { project, nameContains: ignorable(TEMPORARY_DISK), limit: 1000 }
  const { items } = await ask(diskList, { query }, signal)
  const disks = items.filter(({ name }) => namesOfDisk(name) !== null)
  const kept = disks.some(hasEnded) ? await snapshotsIn(ask, project, signal) : new Set<string>()
  return disks
    .map((disk) => ({
      disk: disk.name,
      ...readDescription(disk.description),
      state: disk.state.state,
      isWhole: hasEnded(disk) && kept.has(namesOfDisk(disk.name)!.snapshot),
      size: disk.size,
      blockSize: disk.blockSize,
      begun: new Date(disk.timeCreated),
    }))
    .toSorted((a, b) => b.begun.getTime() - a.begun.getTime())
}

/** Whether a disk's import has ended. It has a snapshot then, unless a cleanup was interrupted. */
const hasEnded = ({ state: { state } }: Disk): boolean => state === 'finalizing' || state === 'detached'

/** Returns the names of temporary snapshots that are ready or soon will be. */
async function snapshotsIn(ask: Ask, project: string, signal?: AbortSignal): Promise<Set<string>> {
  const query = { project, nameContains: ignorable(TEMPORARY_SNAPSHOT), limit: 1000 }
  const { items } = await ask(snapshotList, { query }, signal)
  const usable = items.filter(({ state }) => state === 'creating' || state === 'ready')
  return new Set(usable.map(({ name }) => name))
}

/**
 * Whether the disk's state allows resuming the upload.
 * @param extensions whether the server has them: without, only a complete file can be resumed, because nothing tells
 *   which bytes have arrived.
 */
export const canResume = (
  { state, isWhole }: Pick<Unfinished, 'state' | 'isWhole'>,
  extensions: boolean,
): boolean => isWhole || (extensions && (state === 'import_ready' || state === 'importing_from_bulk_writes'))

/**
 * Returns why an upload can't be resumed with this file, or null. The bytes are compared during the upload. If all of
 * them have arrived there is no comparison, so the file must have the recorded size.
 */
export function resumeProblem(
  unfinished: Unfinished,
  contents: Pick<Contents, 'size'>,
  blockSize: number,
): string | null {
  if (!canResume(unfinished, true))
    return `The upload cannot be resumed: its disk ${unfinished.disk} is ${unfinished.state.replaceAll('_', ' ')}. Clean it up and upload again`
  if (diskSizeFor(contents.size) !== unfinished.size)
    return `This is not the file whose upload was interrupted: it needs a disk of ${formatBytes(diskSizeFor(contents.size))}, and the disk has ${formatBytes(unfinished.size)}`
  if (unfinished.isWhole && unfinished.bytes !== null && unfinished.bytes !== contents.size)
    return `This is not the file that was uploaded: it has ${formatBytes(contents.size)}, the uploaded file had ${formatBytes(unfinished.bytes)}`
  return blockSize === unfinished.blockSize
    ? null
    : `The upload was started with blocks of ${unfinished.blockSize} bytes`
}
