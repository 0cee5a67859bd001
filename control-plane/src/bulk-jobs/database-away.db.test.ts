import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { SemaphoreTimeout } from '../database/semaphore.ts'
import { allHandlers } from '../handlers.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const JOBS = '/experimental/v1/bulk-jobs'

test.each([
  ['has no free place', new SemaphoreTimeout()],
  ['does not answer', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
  ['waits for a lock', Object.assign(new Error('canceling statement'), { code: '55P03' })],
  ['takes no writes', Object.assign(new Error('cannot execute INSERT'), { code: '25006' })],
])('an item is tried again when the database %s', async (_, error) => {
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const body = { name: 'disk', description: '', size: GiB, disk_backend: blank }
  const { id } = (await world.ask('POST', '/v1/disks?project=shop', body)).body
  await world.until(`/v1/disks/${id}`, ({ state }) => state.state === 'detached')
  const spy = vi
    .spyOn(allHandlers as unknown as { diskDelete: () => unknown }, 'diskDelete')
    .mockRejectedValueOnce(error)
  const job = (await world.ask('POST', JOBS, { operation: 'disk_delete', ids: [id] })).body
  const done = await world.until(`${JOBS}/${job.id}`, ({ time_completed }) => time_completed !== null)
  expect(done).toMatchObject({ succeeded: 1, failed: 0 })
  expect(spy).toHaveBeenCalledTimes(2)
  spy.mockRestore()
})
