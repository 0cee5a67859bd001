/**
 * Keeps a driver's own records in the control plane's database, so that its machines outlive the process: JSON values
 * under string keys. A resolved write survives a crash. Each is atomic; none spans several keys.
 */
export interface DriverStore {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Replaces the value of a key by the result of `change`, and resolves with it. `change` gets the value (undefined without one),
   * and is called again if another writer was faster, so no write is lost. An error of `change` leaves the value as it is.
   */
  update<Value>(key: string, change: (before: unknown) => Value): Promise<Value>
  /** Returns every record whose key begins with `prefix`, sorted by key. */
  list(prefix: string): Promise<{ key: string; value: unknown }[]>
}

/**
 * Keeps the content of disks for a driver without storage of its own, in chunks of `CHUNK_SIZE` bytes. Most chunks are
 * never written.
 */
export interface BlockStore {
  /** Returns a whole chunk, or undefined if it was never written. Callers must not modify it. */
  read(volume: string, index: number): Promise<Uint8Array | undefined>
  /** Stores consecutive whole chunks, the first of them at `index`. The bytes must not be modified afterwards. */
  write(volume: string, index: number, chunks: Uint8Array): Promise<void>
  /** Resolves when every written chunk survives a power loss. */
  sync(volume: string): Promise<void>
  /** Deletes every chunk of the volume. */
  deleteVolume(volume: string): Promise<void>
}

/** Bytes. The maximum of a JSON bulk write, so that sequential uploads write whole chunks. */
export const CHUNK_SIZE = 512 * 1024
