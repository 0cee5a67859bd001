import { GiB } from '@granary/domain/sizes.ts'
import { failedCall } from './failed-call.ts'
import type { Unfinished } from '../src/unfinished.ts'
import { createUpload } from '../src/upload.ts'
import type { UploadWire, UploadRequest } from '../src/wire.ts'

export const NOW = '2026-11-21T12:00:00Z'

/** A server with one disk, one snapshot and one image, whose states change immediately. */
export function server() {
  const world = {
    disk: null as null | { name: string; state: { state: string } },
    snapshot: null as null | { id: string; name: string; state: string; size: number; timeCreated: string },
    image: null as null | { id: string; name: string; state: string; os: string },
    written: [] as number[],
    log: [] as string[],
  }
  const step = (name: string, wanted: string, next: string) => {
    world.log.push(name)
    if (world.disk?.state.state !== wanted) throw failedCall(`wrong state for ${name}`, 400)
    world.disk.state.state = next
  }
  const wire = {
    createDisk: async (name: string) => {
      world.log.push('create')
      world.disk = { name, state: { state: 'import_ready' } }
      return world.disk
    },
    disk: async () => structuredClone(world.disk),
    hold: async (): Promise<object | null> => ({}),
    start: async () => step('start', 'import_ready', 'importing_from_bulk_writes'),
    write: async (_: string, __: string, offset: number) => {
      world.written.push(offset)
    },
    stop: async () => step('stop', 'importing_from_bulk_writes', 'import_ready'),
    finalize: async (_: string, snapshot: string | null) => {
      step('finalize', 'import_ready', 'detached')
      if (snapshot) world.snapshot = { id: 's1', name: snapshot, state: 'ready', size: GiB, timeCreated: NOW }
    },
    snapshot: async () => structuredClone(world.snapshot),
    createImage: async ({ name, description, os, version }: UploadRequest) => {
      world.log.push('image')
      if (world.image) throw failedCall('already exists', 400, 'ObjectAlreadyExists')
      const told = { name, description, os, version, size: GiB, timeCreated: NOW }
      world.image = { ...told, id: 'i1', state: 'ready' }
      return world.image
    },
    image: async () => structuredClone(world.image),
    deleteImage: async () => {
      world.log.push('delete image')
      world.image = null
      return {}
    },
    deleteSnapshot: async () => {
      world.log.push('delete snapshot')
      world.snapshot = null
      return {}
    },
    deleteDisk: async () => {
      world.log.push('delete disk')
      world.disk = null
      return {}
    },
  }
  return { world, wire }
}

export const CHUNK = 512 * 1024
/** The second chunk has only zeros. */
export const bytes = new Uint8Array(CHUNK * 3)
bytes[0] = 1
bytes[CHUNK * 2] = 1
const contents = {
  size: bytes.length,
  read: async (from: number, to: number) => bytes.slice(from, to),
}
export const wish: UploadRequest = {
  contents,
  fileName: 'debian.raw',
  blockSize: 512,
  name: 'debian',
  description: '',
  os: 'debian',
  version: '13',
}
/** An upload whose client was killed. */
export const interrupted: Unfinished = {
  disk: 'tmp-for-image-7',
  image: 'debian',
  fileName: 'debian.raw',
  os: 'debian',
  version: '13',
  bytes: bytes.length,
  state: 'import_ready',
  isWhole: false,
  size: GiB,
  blockSize: 512,
  begun: new Date(0),
}
/** Begins to upload the image. */
export const begin = (wire: object) => createUpload(wire as UploadWire, wish)

/** The refusal of a request of a client that has lost the disk. */
export const isElsewhere = () => failedCall('another upload goes on with this disk', 409, 'Conflict')
