import { manualClock } from '@granary/compute/clock.ts'
import { IMPORT_LEASE } from '@granary/domain/import-lease.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

const [MINE, THEIRS] = ['a'.repeat(32), 'b'.repeat(32)]
const clock = manualClock()
let world: World
let cookie: string
let count = 0
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  cookie = await world.signIn('admin', 'secret')
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

async function makeDisk(disk_source: object, state: 'importing_from_bulk_writes' | 'detached') {
  const disk_backend = { type: 'distributed', disk_source }
  const given = { name: `d-${count++}`, description: '', size: GiB, disk_backend }
  const { body } = await world.ask('POST', '/v1/disks?project=shop', given)
  const { db, compute } = world.services
  await compute.createDisk({
    id: body.id,
    size: GiB,
    blockSize: 512,
    source: { kind: 'importing' },
    sledId: null,
  })
  await db.updateTable('disk').set({ state }).where('id', '=', body.id).execute()
  return body.id as string
}
const importing = () => makeDisk({ type: 'importing_blocks', block_size: 512 }, 'importing_from_bulk_writes')

const hold = async (id: string, holder: string) =>
  (await world.ask('PUT', `/experimental/v1/disks/${id}/import-holder`, { holder })).status
const write = async (id: string, holder?: string) => {
  const query = new URLSearchParams({ offset: '0', ...(holder && { holder }) })
  const { status } = await world.controlPlane.fetch(
    new Request(`http://test/experimental/v1/disks/${id}/blocks?${query}`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(512).fill(1),
    }),
  )
  return status
}

test('refuses a second holder, and its writes, while an import is leased', async () => {
  const id = await importing()
  expect(await hold(id, MINE)).toBe(204)
  expect([await hold(id, THEIRS), await hold(id, MINE)]).toEqual([409, 204])
  expect([await write(id, THEIRS), await write(id, MINE)]).toEqual([409, 204])
  // The published import operations know no holders, so a write may omit the holder.
  expect(await write(id)).toBe(204)
})

test('gives an expired lease to the next holder, and refuses the previous one', async () => {
  const id = await importing()
  await hold(id, MINE)
  await clock.advance(IMPORT_LEASE - 1)
  expect(await hold(id, THEIRS)).toBe(409)
  await clock.advance(1)
  expect(await hold(id, THEIRS)).toBe(204)
  expect([await write(id, MINE), await hold(id, MINE)]).toEqual([409, 409])
})

test('a write renews the lease, even after it expired, unless another holder took it', async () => {
  const id = await importing()
  await hold(id, MINE)
  await clock.advance(IMPORT_LEASE + 1)
  expect(await write(id, MINE)).toBe(204)
  await clock.advance(IMPORT_LEASE - 1)
  expect(await hold(id, THEIRS)).toBe(409)
})

test('refuses a write by a holder that never had the lease', async () => {
  expect(await write(await importing(), MINE)).toBe(409)
})

test('refuses a lease on a disk that is not an import', async () => {
  const id = await makeDisk({ type: 'blank', block_size: 512 }, 'detached')
  expect(await hold(id, MINE)).toBe(400)
})
