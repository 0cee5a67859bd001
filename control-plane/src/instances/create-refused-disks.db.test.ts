import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll } from 'vitest'
import { blank, type Creating, openCreating } from '../../test/creating-instances.ts'
import { testRefusals } from '../../test/creation-refusals.ts'

let creating: Creating
beforeAll(async () => {
  creating = await openCreating()
})
afterAll(() => creating.world.close())

const tooMany = Array.from({ length: 13 }, (_, at) => blank(`d${at}`))
const disk = (change: object) => ({ disks: [blank('good'), { ...blank('bad'), ...change }] })
const source = (disk_source: object) => ({ disk_backend: { type: 'distributed', disk_source } })
const nobody = crypto.randomUUID()

testRefusals(
  () => creating,
  [
    ['13 disks', () => ({ disks: tooMany }), 400, /^cannot attach more than 12 disks to instance$/],
    [
      'a boot disk and 12 others',
      () => ({ boot_disk: tooMany[0], disks: tooMany.slice(1) }),
      400,
      /12 disks/,
    ],
    [
      'two disks with the same name',
      () => ({ disks: [blank('good'), blank('good')] }),
      400,
      /^already exists: disk "good"$/,
    ],
    [
      'an existing disk, listed twice',
      () => ({ boot_disk: { type: 'attach', name: 'any' }, disks: [{ type: 'attach', name: 'any' }] }),
      400,
      /^disk "any" is listed more than once$/,
    ],
    ['a disk with a taken name', () => ({ disks: [blank('data')] }), 400, /^already exists: disk "data"$/],
    [
      'a disk of another instance',
      () => ({ disks: [{ type: 'attach', name: 'data' }] }),
      400,
      /attached to another instance/,
    ],
    [
      'a disk that does not exist',
      () => ({ disks: [blank('good'), { type: 'attach', name: 'none' }] }),
      404,
      /disk with name "none"/,
    ],
    ['a disk that is too small', () => disk({ size: GiB / 2 }), 400, /total size must be at least 1 GiB/],
    ['a disk of 1.5 GiB', () => disk({ size: 1.5 * GiB }), 400, /multiple of 1 GiB/],
    ['a disk that is too large', () => disk({ size: 1024 * GiB }), 400, /1023 GiB/],
    [
      'a disk smaller than its image',
      () => disk({ size: 1, ...source({ type: 'image', image_id: creating.ids.image }) }),
      400,
      /size/,
    ],
    [
      'a disk of an image that does not exist',
      () => disk(source({ type: 'image', image_id: nobody })),
      404,
      /not found: silo-image/,
    ],
    [
      'a disk of a snapshot that does not exist',
      () => disk(source({ type: 'snapshot', snapshot_id: nobody })),
      404,
      /not found: snapshot/,
    ],
    [
      'a disk for an import',
      () => disk(source({ type: 'importing_blocks', block_size: 512 })),
      400,
      /cannot attach disk "bad"/,
    ],
    [
      'more storage than the quota',
      () => ({
        disks: Array.from({ length: 12 }, (_, at) => ({
          ...blank(`q${at}`, 8192 * GiB),
          disk_backend: { type: 'local' },
        })),
      }),
      507,
      /^Insufficient capacity: Storage Limit Exceeded: /,
    ],
  ],
)
