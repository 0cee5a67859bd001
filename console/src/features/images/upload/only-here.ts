import { ElsewhereError } from '@granary/image-upload/holding.ts'
import { newHolder } from '@granary/image-upload/holder.ts'

const KEY = 'granary.upload-holder.'

/**
 * Does something with the disk of an upload that no other window of this browser does with it at the same time. Windows that
 * were closed in the middle leave behind who they were, so that what they held need not be waited for.
 * @param work is told who it is to the server.
 * @throws ElsewhereError when another window is at it.
 */
export async function onlyHere(disk: string, work: (holder: string) => Promise<void>): Promise<void> {
  // Only pages that came over TLS or from this machine have locks. The others cannot know who is gone: the server tells.
  if (!('locks' in navigator)) return work(newHolder())
  await navigator.locks.request(KEY + disk, { ifAvailable: true }, async (lock) => {
    if (!lock) throw new ElsewhereError(false)
    const holder = localStorage.getItem(KEY + disk) ?? newHolder()
    localStorage.setItem(KEY + disk, holder)
    try {
      await work(holder)
    } finally {
      localStorage.removeItem(KEY + disk)
    }
  })
}
