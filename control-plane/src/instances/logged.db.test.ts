import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastChange } from '../../test/change-log.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const disk = (name: string) => ({
  type: 'create',
  name,
  description: '',
  size: 2 ** 30,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})
const create = (name: string) =>
  world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
    boot_disk: disk(`${name}-root`),
    start: false,
  })

test('a created instance is logged once, with its boot disk', async () => {
  const { body } = await create('web')
  expect(body.boot_disk_id).not.toBeNull()
  const { entries, last } = await lastChange(world, 'instance', body.id)
  expect(entries).toBe(1)
  expect(last).toMatchObject({ action: 'created', before: null, after: { bootDiskId: body.boot_disk_id } })
})

test('an instance whose faulted boot disk is deleted is logged without it', async () => {
  const { body } = await create('api')
  await world.services.db
    .updateTable('disk')
    .set({ state: 'faulted' })
    .where('id', '=', body.boot_disk_id)
    .execute()
  expect((await world.ask('DELETE', `/v1/disks/${body.boot_disk_id}`)).status).toBe(204)
  const { last } = await lastChange(world, 'instance', body.id)
  expect(last).toMatchObject({
    action: 'updated',
    before: { bootDiskId: body.boot_disk_id },
    after: { bootDiskId: null },
  })
})
