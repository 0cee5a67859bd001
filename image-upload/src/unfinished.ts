import type { CallOutput } from '@granary/contract/call.ts'
import { diskList, snapshotList } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { GiB } from '@granary/domain/sizes.ts'
import type { Contents } from './contents.ts'
import type { Ask } from './host.ts'
import {
  namesOfDisk,
  readDescription,
  type Recorded,
  TEMPORARY_DISK,
  TEMPORARY_SNAPSHOT,
} from './temporary.ts'

type Disk = CallOutput<'diskList'>['items'][number]

/** An upload of which nobody knows whether it goes on somewhere: its disk is still there. */
export type Unfinished = Recorded & {
  /** The name of the temporary disk. */
  disk: string
  state: Disk['state']['state']
  /** Whether all of the file has arrived and is kept as a snapshot: only the image is missing. */
  isWhole: boolean
  /** Of the disk, in bytes. */
  size: number
  blockSize: Disk['blockSize']
  begun: Date
}

/** Uploads into a project whose disks are there, the last one first; also those that are going on somewhere. */
export async function unfinishedUploads(
  ask: Ask,
  project: string,
  signal?: AbortSignal,
): Promise<Unfinished[]> {
  const query = { project, nameContains: TEMPORARY_DISK, limit: 1000 }
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

/** Whether the import of a disk is over. It has a snapshot then, unless it was being cleaned up. */
const hasEnded = ({ state: { state } }: Disk): boolean => state === 'finalizing' || state === 'detached'

/** The names of the snapshots that an image can be made of, now or soon. */
async function snapshotsIn(ask: Ask, project: string, signal?: AbortSignal): Promise<Set<string>> {
  const query = { project, nameContains: TEMPORARY_SNAPSHOT, limit: 1000 }
  const { items } = await ask(snapshotList, { query }, signal)
  const usable = items.filter(({ state }) => state === 'creating' || state === 'ready')
  return new Set(usable.map(({ name }) => name))
}

/** The size of a disk that takes so many bytes, in bytes. */
export const diskSizeFor = (bytes: number): number => Math.max(1, Math.ceil(bytes / GiB)) * GiB

/** Whether an upload can go on, as far as its disk is concerned. */
export const canGoOn = ({ state, isWhole }: Pick<Unfinished, 'state' | 'isWhole'>): boolean =>
  isWhole || state === 'import_ready' || state === 'importing_from_bulk_writes'

/**
 * Why an upload cannot go on with this file, or null. Whether the bytes are the same is found out on the way; or not at all
 * when they have all arrived, and so it has to be as large as the one that was recorded then.
 */
export function goOnProblem(
  unfinished: Unfinished,
  contents: Pick<Contents, 'size'>,
  blockSize: number,
): string | null {
  if (!canGoOn(unfinished))
    return `The upload cannot go on: its disk ${unfinished.disk} is ${unfinished.state.replaceAll('_', ' ')}. Clean it up and upload again`
  if (diskSizeFor(contents.size) !== unfinished.size)
    return `This is not the file whose upload was interrupted: it needs a disk of ${formatBytes(diskSizeFor(contents.size))}, and the disk has ${formatBytes(unfinished.size)}`
  if (unfinished.isWhole && unfinished.bytes !== null && unfinished.bytes !== contents.size)
    return `This is not the file that was uploaded: it has ${formatBytes(contents.size)}, and that had ${formatBytes(unfinished.bytes)}`
  return blockSize === unfinished.blockSize
    ? null
    : `The upload was begun with blocks of ${unfinished.blockSize} bytes`
}
