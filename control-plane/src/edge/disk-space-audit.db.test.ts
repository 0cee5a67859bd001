import { manualClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settledAudit } from '../../test/settled-audit.ts'
import { openWorld, type World } from '../../test/world.ts'

const clock = manualClock(new Date('2026-01-01T00:00:00Z'))
let world: World
let isShort = false
beforeAll(async () => {
  world = await openWorld({ started: false, clock })
  world.services.isShortOfSpace = async () => isShort
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
const createDisk = async (name: string) => {
  const body = { name, description: '', size: GiB, disk_backend: blank }
  return (await world.ask('POST', '/v1/disks?project=shop', body)).status
}

async function statusesOf(operation: string): Promise<number[]> {
  await settledAudit(world)
  const query = `start_time=2026-01-01T00:00:00Z&operation=${operation}`
  const { body } = await world.ask('GET', `/v1/system/audit-log?${query}`)
  return body.items.map(({ result }: { result: { http_status_code: number } }) => result.http_status_code)
}

test('refusals for lack of disk space get one audit entry a minute, and everything else keeps its own', async () => {
  isShort = true
  for (const name of ['one', 'two', 'three']) expect(await createDisk(name)).toBe(507)
  expect(await statusesOf('disk_create')).toEqual([507])
  expect((await world.ask('DELETE', '/v1/disks/one?project=shop')).status).toBe(404)
  expect(await statusesOf('disk_delete')).toEqual([404])
  await clock.advance(60_000)
  for (const name of ['four', 'five']) expect(await createDisk(name)).toBe(507)
  expect(await statusesOf('disk_create')).toEqual([507, 507])
  isShort = false
  // Entries of one moment have no order.
  await clock.advance(1)
  expect(await createDisk('six')).toBe(201)
  expect(await statusesOf('disk_create')).toEqual([507, 507, 201])
})
