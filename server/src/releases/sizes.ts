import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the bytes of each file of a folder, by its name; none if there is no folder. Files may be deleted while it looks. */
export async function sizesIn(folder: string): Promise<Map<string, number>> {
  const entries = (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []
  const sizes = new Map<string, number>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const found = await unlessMissing(stat(join(folder, entry.name)))
    if (found) sizes.set(entry.name, found.size)
  }
  return sizes
}

/** Returns the sum of sizes. */
export const total = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)

const unlessMissing = <Found>(looking: Promise<Found>): Promise<Found | null> =>
  looking.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
