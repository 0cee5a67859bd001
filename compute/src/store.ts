/**
 * Keeps a driver's own records in the control plane's database, so that its machines outlive the process: JSON values
 * under string keys. A `put` or `delete` that has resolved survives a crash. Each is atomic; none spans several keys.
 */
export interface DriverStore {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /** Every record whose key begins with `prefix`, sorted by key. */
  list(prefix: string): Promise<{ key: string; value: unknown }[]>
}

/** Keeps the content of disks for a driver without storage of its own: chunks of `CHUNK_SIZE` bytes, mostly never written. */
export interface BlockStore {
  /** A whole chunk, or undefined when it was never written. The caller does not change it. */
  read(volume: string, index: number): Promise<Uint8Array | undefined>
  /** Keeps whole chunks that follow one another, the first of them at `index`. Nobody changes the bytes any more. */
  write(volume: string, index: number, chunks: Uint8Array): Promise<void>
  /** Resolves when every chunk that was written survives a loss of power. */
  sync(volume: string): Promise<void>
  /** Forgets every chunk of the volume. */
  deleteVolume(volume: string): Promise<void>
}

/** Bytes. A bulk write carries at most this much as JSON, so that an upload in order writes whole chunks. */
export const CHUNK_SIZE = 512 * 1024
