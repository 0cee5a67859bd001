import { GiB, TiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
/** By ID. Both have 2 threads, of 2 vCPUs each. */
let small: string
let large: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  const { compute, settings } = world.services
  settings.vcpusPerThread = 2
  const rack = (await compute.inventory()).slice(0, 2)
  ;[small, large] = rack.map(({ id }) => id) as [string, string]
  const sized = rack.map((sled) => ({
    ...sled,
    usableHardwareThreads: 2,
    usableStorage: sled.id === small ? 100 * GiB : 200 * GiB,
  }))
  vi.spyOn(compute, 'inventory').mockResolvedValue(sized)
  vi.spyOn(compute, 'facts').mockReturnValue({ ...compute.facts(), storage: 'local' })
  await refreshInventory(world.services)
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

let count = 0
const disk = (size: number) => ({
  name: `disk-${count++}`,
  description: '',
  size,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})
const createDisk = (size: number) => world.ask('POST', '/v1/disks?project=shop', disk(size))
const create = (extra: object = {}) => {
  const name = `vm-${count++}`
  const size = { ncpus: 1, memory: GiB }
  return world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ...size,
    network_interfaces: { type: 'none' },
    ...extra,
  })
}
const sledOf = async (kind: 'disk' | 'instance', id: string) =>
  (
    await world.services.db
      .selectFrom(kind as 'disk')
      .select('sled_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).sled_id

test('a disk is on the sled with the most storage left, and its instance runs there alone', async () => {
  const { body: first } = await createDisk(150 * GiB)
  const { body: second } = await createDisk(60 * GiB)
  expect([await sledOf('disk', first.id), await sledOf('disk', second.id)]).toEqual([large, small])
  for (const [{ name }, sled] of [
    [first, large],
    [second, small],
  ] as const) {
    const boot = { type: 'attach', name }
    const { body } = await create({ boot_disk: boot, disks: [{ type: 'create', ...disk(GiB) }] })
    expect(await sledOf('instance', body.id)).toBe(sled)
    const { body: disks } = await world.ask('GET', `/v1/instances/${body.id}/disks`)
    for (const { id } of disks.items) expect(await sledOf('disk', id)).toBe(sled)
  }
})

test('a disk on another sled is not attached, and one that no sled can hold is not created', async () => {
  const { body: vm } = await create({ start: false, disks: [{ type: 'create', ...disk(GiB) }] })
  const { body: other } = await createDisk(GiB)
  const own = (await world.ask('GET', `/v1/instances/${vm.id}/disks`)).body.items[0].id
  const elsewhere = (await sledOf('disk', own)) === small ? large : small
  await world.services.db
    .updateTable('disk')
    .set({ sled_id: elsewhere, state: 'detached' })
    .where('id', '=', other.id)
    .execute()
  const { status, body } = await world.ask('POST', `/v1/instances/${vm.id}/disks/attach`, { disk: other.id })
  expect([status, body.message]).toEqual([400, expect.stringContaining('another sled')])
  const refused = await createDisk(0.5 * TiB)
  expect([refused.status, refused.body.message]).toEqual([
    507,
    expect.stringContaining('any one sled has at most 200 GiB of storage'),
  ])
})

test('a sled runs as many vCPUs as its threads carry', async () => {
  await world.ask('PUT', `/v1/system/hardware/sleds/${large}/provision-policy`, {
    state: 'non_provisionable',
  })
  const { body: sled } = await world.ask('GET', `/v1/system/hardware/sleds/${small}`)
  expect(sled).toMatchObject({ usable_hardware_threads: 2, usable_vcpus: 4, usable_storage: 100 * GiB })
  const problems = []
  // One runs there already.
  for (let started = 0; started < 4; started++) problems.push((await create()).body.start_problem)
  expect(problems).toEqual([null, null, null, expect.stringContaining('has at most 0 vCPUs')])
})
