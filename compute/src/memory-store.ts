import { CHUNK_SIZE } from './store.ts'
import type { BlockStore, DriverStore } from './store.ts'

/** Keeps records in memory. Values pass through JSON, so that a value which can't be stored fails here too. */
export function memoryStore(): DriverStore {
  const records = new Map<string, string>()
  return {
    get: async (key) => {
      const text = records.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    put: async (key, value) => void records.set(key, JSON.stringify(value)),
    delete: async (key) => void records.delete(key),
    update: async (key, change) => {
      const text = records.get(key)
      const after = change(text === undefined ? undefined : JSON.parse(text))
      records.set(key, JSON.stringify(after))
      return after
    },
    list: async (prefix) =>
      [...records]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, text]) => ({ key, value: JSON.parse(text) as unknown })),
  }
}

/** Keeps chunks in memory. */
export function memoryBlocks(): BlockStore {
  const volumes = new Map<string, Map<number, Uint8Array>>()
  return {
    read: async (volume, index) => volumes.get(volume)?.get(index),
    write: async (volume, index, bytes) => {
      const chunks = volumes.get(volume) ?? new Map<number, Uint8Array>()
      volumes.set(volume, chunks)
      // Copied, so that a replaced chunk doesn't keep its neighbors in memory.
      for (let from = 0; from < bytes.length; from += CHUNK_SIZE)
        chunks.set(index + from / CHUNK_SIZE, bytes.slice(from, from + CHUNK_SIZE))
    },
    sync: async () => {},
    deleteVolume: async (volume) => void volumes.delete(volume),
  }
}
