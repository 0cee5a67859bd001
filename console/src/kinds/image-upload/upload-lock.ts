import { ElsewhereError } from '@granary/image-upload/holding.ts'
import { newHolder } from '@granary/image-upload/holder.ts'

const KEY = 'granary.upload-holder.'

/**
 * Runs work on the disk of an upload, in one window of this browser at a time. The next window takes over the holder id of
 * a closed one, so that it does not wait for that window's lease.
 * @param work receives the holder id for the server.
 * @throws ElsewhereError while another window works with the disk.
 */
export async function withUploadLock<Result>(
  disk: string,
  work: (holder: string) => Promise<Result>,
): Promise<Result> {
  // Locks need a secure context (TLS or localhost). Without them, only the server can see other windows.
  if (!('locks' in navigator)) return work(newHolder())
  return navigator.locks.request(KEY + disk, { ifAvailable: true }, async (lock) => {
    if (!lock) throw new ElsewhereError(false)
    const holder = localStorage.getItem(KEY + disk) ?? newHolder()
    localStorage.setItem(KEY + disk, holder)
    try {
      return await work(holder)
    } finally {
      localStorage.removeItem(KEY + disk)
    }
  })
}
