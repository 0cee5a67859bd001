import { persist, pause } from './retry.ts'
import type { TemporaryNames } from './temporary.ts'
import type { UploadWire } from './wire.ts'

/** States that a disk leaves by itself are looked at so often, in milliseconds. */
const LOOK = 300
/** What cannot be cleaned up in so long is told to people instead, in milliseconds. */
const PATIENCE = 120_000

/**
 * Takes away what an upload has made for itself, from whatever state it is in: the disk is brought out of its import, and
 * both are deleted. A connection that is lost is waited for.
 * @param findImage the id of an image that is not wanted any more either, or null when there is none.
 * @param keep throws when it is not the caller's to clean up any more.
 * @throws when it could not be done in two minutes; then the disk or the snapshot is still there.
 */
export async function cleanUp(
  wire: UploadWire,
  names: TemporaryNames,
  {
    findImage = async () => null,
    keep = async () => {},
  }: { findImage?: (() => Promise<string | null>) | undefined; keep?: () => Promise<void> } = {},
): Promise<void> {
  const patience = { signal: AbortSignal.timeout(PATIENCE), onTrouble: () => {}, wait: pause }
  const ask = <Value>(act: () => Promise<Value>) => persist(act, patience)
  await ask(keep)
  const imageId = await ask(findImage)
  if (imageId) await ask(() => wire.deleteImage(imageId))
  for (; ; await ask(keep)) {
    const snapshot = await ask(() => wire.snapshot(names.snapshot))
    const disk = await ask(() => wire.disk(names.disk))
    if (!snapshot && !disk) return
    // The snapshot goes first: it is what the disk may still be copied into.
    if (snapshot && snapshot.state !== 'creating') await ask(() => wire.deleteSnapshot(names.snapshot))
    else if (disk && !snapshot) await endDisk(wire, names.disk, disk.state.state, ask)
    await pause(LOOK, patience.signal)
  }
}

/** One step on the way of a disk out of its import and away. */
async function endDisk(
  wire: UploadWire,
  disk: string,
  state: string,
  ask: <Value>(act: () => Promise<Value>) => Promise<Value>,
): Promise<void> {
  if (state === 'importing_from_bulk_writes') await ask(() => wire.stop(disk))
  else if (state === 'import_ready') await ask(() => wire.finalize(disk, null))
  else if (state === 'detached' || state === 'faulted') await ask(() => wire.deleteDisk(disk))
}
