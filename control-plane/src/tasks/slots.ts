import type { ImageFiles } from '../kit/image-files.ts'

/** Places for tasks that use the processor. A task that waits for the driver gives its place to another one. */
export type Slots = {
  /** Takes up to this many free slots. @returns how many. */
  take: (most: number) => number
  /** Gives slots back, first to tasks whose driver call has ended. */
  release: (count?: number) => void
  /** Takes one slot, after a wait if none is free. */
  acquire: () => Promise<void>
}

/** @param freed called when a slot is free and no resumed task wants it. */
export function makeSlots(count: number, freed: () => void): Slots {
  let free = count
  const waiting: (() => void)[] = []
  return {
    take(most) {
      const taken = Math.min(most, free)
      free -= taken
      return taken
    },
    release(released = 1) {
      for (const resume of waiting.splice(0, released)) {
        released -= 1
        resume()
      }
      free += released
      if (released > 0) freed()
    },
    async acquire() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

/** Returns a slow service for tasks, such as the driver: a call holds no slot until it ends, however long it takes. */
export function releasingSlots<Service extends object>(service: Service, slots: Slots): Service {
  const outside = async (call: Promise<unknown>) => {
    slots.release()
    try {
      return await call
    } finally {
      await slots.acquire()
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

/** Returns the host's files of images for tasks: reading an open file holds no slot either. */
export function releasingFiles(files: ImageFiles, slots: Slots): ImageFiles {
  const outside = releasingSlots(files, slots)
  return {
    download: (download) => outside.download(download),
    text: (url, signal) => outside.text(url, signal),
    digest: (id, algorithm, signal) => outside.digest(id, algorithm, signal),
    open: async (id, blockSize) => releasingSlots(await outside.open(id, blockSize), slots),
    list: () => outside.list(),
    discard: (id) => outside.discard(id),
  }
}
