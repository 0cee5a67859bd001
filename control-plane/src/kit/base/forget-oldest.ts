/** Deletes the entry of a map that was added first. */
export function forgetOldest<Key>(map: Map<Key, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key)
    return
  }
}
