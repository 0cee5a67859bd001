import { createHash, randomBytes } from 'node:crypto'

/** What a client knows of an instance from acknowledged requests. */
export type KnownInstance = {
  id: string
  name: string
  /** Whether it was last requested to run; null while the last request about it is unacknowledged. */
  wants: 'running' | 'stopped' | null
}

export type KnownDisk = {
  id: string
  name: string
  /** null while the last request is unacknowledged. */ attached: boolean | null
}

export type KnownUpload = {
  id: string
  name: string
  /** SHA-256 of the acknowledged blocks, by offset. */
  written: Map<number, string>
}

/** What one client has, as far as it knows. It works alone on its things, so nobody else changes them. */
export type Things = {
  instance: KnownInstance | null
  /** Names of the disks that were created with an instance. They stay when it is deleted without them. */
  parts: string[]
  /** The client's floating IP, for its instances with a network. */
  floatingIp: string
  /** The ID of the image from which boot disks are created. */
  image: string
  disk: KnownDisk | null
  snapshot: { id: string; name: string } | null
  upload: KnownUpload | null
  /** Names of things whose creation or deletion is not acknowledged. */
  uncertain: Set<string>
}

/** @param given what the client has from the start. */
export const noThings = (given: Pick<Things, 'floatingIp' | 'image'>): Things => ({
  ...given,
  instance: null,
  parts: [],
  disk: null,
  snapshot: null,
  upload: null,
  uncertain: new Set(),
})

/** Bytes in a block that an upload writes, which is also the unit of digests. */
export const BLOCK = 512 * 1024

/** Returns a block that compresses badly, and its digest. */
export function randomBlock(): { bytes: Uint8Array<ArrayBuffer>; digest: string } {
  const bytes = new Uint8Array(BLOCK)
  bytes.set(randomBytes(BLOCK))
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') }
}

/** Instances with a network, addresses, a boot disk from an image and a second disk. */
const FULL = 'full-'
export const isFull = ({ name }: { name: string }): boolean => name.startsWith(FULL)
export const fullName = (name: string): string => FULL + name

/** Returns the names of the disks that are created with an instance: the boot disk, and a blank one. */
export const partsOf = ({ name }: { name: string }): string[] =>
  isFull({ name }) ? ['boot-', 'data-'].map((prefix) => prefix + name.slice(FULL.length)) : []
export const isPart = (name: string): boolean => /^(boot|data)-/.test(name)
