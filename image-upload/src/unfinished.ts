import type { CallOutput } from '@granary/contract/call.ts'
import { diskList } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { GiB } from '@granary/domain/sizes.ts'
import type { Contents } from './contents.ts'
import type { Ask } from './host.ts'
import { namesOfDisk, readDescription, TEMPORARY_DISK } from './temporary.ts'

type Disk = CallOutput<'diskList'>['items'][number]

/** An upload of which nobody knows whether it goes on somewhere: its disk is still there. */
export type Unfinished = {
  /** The name of the temporary disk. */
  disk: string
  /** The image that it was to become, and of which file; null where that is not known. */
  image: string | null
  fileName: string | null
  state: Disk['state']['state']
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
  return items
    .filter(({ name }) => namesOfDisk(name) !== null)
    .map((disk) => ({
      disk: disk.name,
      ...readDescription(disk.description),
      state: disk.state.state,
      size: disk.size,
      blockSize: disk.blockSize,
      begun: new Date(disk.timeCreated),
    }))
    .toSorted((a, b) => b.begun.getTime() - a.begun.getTime())
}

/** The size of a disk that takes so many bytes, in bytes. */
export const diskSizeFor = (bytes: number): number => Math.max(1, Math.ceil(bytes / GiB)) * GiB

/** Whether an upload can go on, as far as its disk is concerned. */
export const canGoOn = ({ state }: Pick<Unfinished, 'state'>): boolean =>
  state === 'import_ready' || state === 'importing_from_bulk_writes'

/** Why an upload cannot go on with this file, or null. Whether the bytes are the same is found out on the way. */
export function goOnProblem(unfinished: Unfinished, contents: Contents, blockSize: number): string | null {
  if (!canGoOn(unfinished))
    return `The upload cannot go on: its disk ${unfinished.disk} is ${unfinished.state.replaceAll('_', ' ')}. Clean it up and upload again`
  if (diskSizeFor(contents.size) !== unfinished.size)
    return `This is not the file whose upload was interrupted: it needs a disk of ${formatBytes(diskSizeFor(contents.size))}, and the disk has ${formatBytes(unfinished.size)}`
  return blockSize === unfinished.blockSize
    ? null
    : `The upload was begun with blocks of ${unfinished.blockSize} bytes`
}
