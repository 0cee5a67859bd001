/**
 * Where the simulation keeps its records, so that its machines outlive the process: JSON values under string keys. A
 * `put` or `delete` that has resolved survives a crash; each is atomic by itself and none spans several keys.
 */
export interface DriverStore {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /** Every record whose key begins with `prefix`, sorted by key. */
  list(prefix: string): Promise<{ key: string; value: unknown }[]>
}

/** Where the simulation keeps the content of disks: chunks of `CHUNK_SIZE` bytes, most of which are never written. */
export interface BlockStore {
  /** A whole chunk, or undefined when it was never written. The caller does not change it. */
  read(volume: string, index: number): Promise<Uint8Array | undefined>
  /** Keeps whole chunks that follow one another, the first of them at `index`. Nobody changes the bytes any more. */
  write(volume: string, index: number, chunks: Uint8Array): Promise<void>
  /** Forgets every chunk of the volume. */
  deleteVolume(volume: string): Promise<void>
}

/** The most that one bulk write carries as JSON, so that an upload in order writes whole chunks. */
export const CHUNK_SIZE = 512 * 1024

/** Records in memory. Values pass through JSON, so that nothing works here which would not work on a disk. */
export function memoryStore(): DriverStore {
  const records = new Map<string, string>()
  return {
    get: async (key) => {
      const text = records.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    put: async (key, value) => void records.set(key, JSON.stringify(value)),
    delete: async (key) => void records.delete(key),
    list: async (prefix) =>
      [...records]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, text]) => ({ key, value: JSON.parse(text) as unknown })),
  }
}

/** Chunks in memory. */
export function memoryBlocks(): BlockStore {
  const volumes = new Map<string, Map<number, Uint8Array>>()
  return {
    read: async (volume, index) => volumes.get(volume)?.get(index),
    write: async (volume, index, bytes) => {
      const chunks = volumes.get(volume) ?? new Map<number, Uint8Array>()
      volumes.set(volume, chunks)
      // Copied, so that a chunk that is replaced does not keep its neighbours in memory.
      for (let from = 0; from < bytes.length; from += CHUNK_SIZE)
        chunks.set(index + from / CHUNK_SIZE, bytes.slice(from, from + CHUNK_SIZE))
    },
    deleteVolume: async (volume) => void volumes.delete(volume),
  }
}
