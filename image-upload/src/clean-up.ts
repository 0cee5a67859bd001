import { persist, pause } from './retry.ts'
import type { TemporaryNames } from './temporary.ts'
import type { UploadWire } from './wire.ts'

/** Polling interval while a disk is in a transient state, in milliseconds. */
const POLL_INTERVAL = 300
/** Timeout of a cleanup, in milliseconds. After it, the user is asked to clean up. */
const TIMEOUT = 120_000

/**
 * Deletes an upload's temporary disk and snapshot, whatever their states: first takes the disk out of import mode, then
 * deletes both. Waits for a lost connection.
 * @param findImage returns the id of an image to delete as well, or null.
 * @param keep throws when another client has taken over the upload.
 * @throws after two minutes; then the disk or the snapshot still exists.
 */
export async function cleanUp(
  wire: UploadWire,
  names: TemporaryNames,
  {
    findImage = async () => null,
    keep = async () => {},
  }: { findImage?: (() => Promise<string | null>) | undefined; keep?: () => Promise<void> } = {},
): Promise<void> {
  const retryOptions = { signal: AbortSignal.timeout(TIMEOUT), onTrouble: () => {}, wait: pause }
  const ask = <Value>(act: () => Promise<Value>) => persist(act, retryOptions)
  await ask(keep)
  const imageId = await ask(findImage)
  if (imageId) await ask(() => wire.deleteImage(imageId))
  for (; ; await ask(keep)) {
    const snapshot = await ask(() => wire.snapshot(names.snapshot))
    const disk = await ask(() => wire.disk(names.disk))
    if (!snapshot && !disk) return
    // The snapshot goes first, because the disk may still be copied into it.
    if (snapshot && snapshot.state !== 'creating') await ask(() => wire.deleteSnapshot(names.snapshot))
    else if (disk && !snapshot) await endDisk(wire, names.disk, disk.state.state, ask)
    await pause(POLL_INTERVAL, retryOptions.signal)
  }
}

/** Takes the next step towards deleting a disk that may be importing. */
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
