/** Milliseconds for which one look at the free space counts. */
const FRESH = 1_000

/**
 * Watches the free space of the data folder.
 * @param floor bytes below which space is short.
 * @param now the time in milliseconds.
 * @returns whether space is short, at most a second ago.
 */
export function watchSpace(
  freeSpace: () => Promise<number>,
  floor: number,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let looked = -Infinity
  let isShort = Promise.resolve(false)
  return () => {
    if (now() - looked >= FRESH) {
      looked = now()
      isShort = freeSpace().then(
        (free) => free < floor,
        // A folder that can't be looked at is no reason to refuse a write, which will tell more.
        () => false,
      )
    }
    return isShort
  }
}

/** @returns whether this many bytes can be stored before space is short, by a look at each call. */
export const spaceAbove =
  (freeSpace: () => Promise<number>, floor: number) =>
  (bytes: number): Promise<boolean> =>
    freeSpace().then(
      (free) => free - bytes >= floor,
      () => true,
    )
