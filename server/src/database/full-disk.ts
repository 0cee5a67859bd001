import { isOutOfSpace } from '@granary/control-plane/database/violations.ts'

/** Milliseconds for which one attempt to write counts. */
const FRESH = 1_000

export type FullDisk = {
  /** Takes an error of any statement or connection into account. */
  note: (error: unknown) => void
  /** Whether the disk was full at the latest error, and still was at most a second ago. */
  isFull: () => Promise<boolean>
}

/**
 * Remembers that the disk of a remote database is full, which only its errors tell. Whether that has ended doesn't show by itself: a
 * server that isn't ready gets no requests, and a small write may find room in a file that exists.
 * @param write writes a file for a moment.
 * @param now the time in milliseconds.
 */
export function watchFullDisk(
  write: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): FullDisk {
  let wasFull = false
  let [tried, attempt] = [-Infinity, Promise.resolve()]
  return {
    note(error) {
      wasFull ||= isOutOfSpace(error)
    },
    async isFull() {
      if (wasFull && now() - tried >= FRESH) {
        tried = now()
        attempt = write().then(
          () => void (wasFull = false),
          (error: unknown) => void (wasFull = isOutOfSpace(error)),
        )
      }
      await attempt
      return wasFull
    },
  }
}

/** Writes a temporary file of about two megabytes, which PostgreSQL deletes at the end. One message, and so one transaction. */
export const WRITE_A_FILE = `set local work_mem = '64kB'; select count(*) from generate_series(1, 100000)`
