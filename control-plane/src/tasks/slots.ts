import { FairQueue } from '../database/fair-queue.ts'
import type { ImageFiles } from '../kit/image-files.ts'

/** Places for tasks that use the processor. A task that waits for the driver gives its place to another one. */
export type Slots = {
  /** Takes up to this many free slots for new tasks. @returns how many. */
  take: (most: number) => number
  /** Gives slots back: to tasks whose driver call has ended, of all silos in turn, and to new tasks in between. */
  release: (count?: number) => void
  /** Takes one slot for a task of a silo, after a wait if none is free. */
  acquire: (silo: string) => Promise<void>
}
/**
 * @param isWanted whether new tasks may wait for a slot.
 * @param freed called when a slot is free for new tasks.
 */
export function makeSlots(count: number, isWanted: () => boolean, freed: () => void): Slots {
  let free = count
  /** The tasks that wait to go on. */
  const waiting = new FairQueue<() => void>()
  let isTurnOfNew = false

  return {
    take(most) {
      const taken = Math.min(most, free)
      free -= taken
      return taken
    },
    release(released = 1) {
      let unused = 0
      for (let n = 0; n < released; n++) {
        const isForNew = isTurnOfNew && isWanted()
        isTurnOfNew = !isForNew
        const resume = isForNew ? undefined : waiting.shift()
        if (resume) resume()
        else unused += 1
      }
      free += unused
      if (unused > 0 && isWanted()) freed()
    },
    async acquire(silo) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push({ silo, user: '' }, resolve))
    },
  }
}

/**
 * Returns a slow service for the tasks of a silo, such as the driver: a call holds no slot until it ends, however long it
 * takes.
 */
export function releasingSlots<Service extends object>(
  service: Service,
  slots: Slots,
  silo: string,
): Service {
  const outside = async (call: Promise<unknown>) => {
    slots.release()
    try {
      return await call
    } finally {
      await slots.acquire(silo)
    }
  }
  return new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, args)
        return answer instanceof Promise ? outside(answer) : answer
      }
    },
  })
}

/** Returns the host's files of images for the tasks of a silo: reading an open file holds no slot either. */
export function releasingFiles(files: ImageFiles, slots: Slots, silo: string): ImageFiles {
  const outside = releasingSlots(files, slots, silo)
  return {
    download: (download) => outside.download(download),
    text: (url, signal) => outside.text(url, signal),
    digest: (id, algorithm, signal) => outside.digest(id, algorithm, signal),
    open: async (id, blockSize) => releasingSlots(await outside.open(id, blockSize), slots, silo),
    list: () => outside.list(),
    discard: (id) => outside.discard(id),
  }
}
