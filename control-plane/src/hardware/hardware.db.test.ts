import { DriverError } from '@granary/compute/driver-error.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lastChange } from '../../test/change-log.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

const AT = '/v1/system/hardware'
let world: World
type Item = Record<string, unknown> & { id: string }
const get = async (path: string) => (await world.ask('GET', `${AT}${path}`)).body
const list = async (path: string): Promise<Item[]> => (await get(path)).items

beforeAll(async () => {
  world = await openWorld({ started: false })
  expect(await list('/sleds')).toEqual([])
  await refreshInventory(world.services)
})
afterAll(() => world.close())
beforeEach(() => void vi.restoreAllMocks())

const report = async (
  change: (sleds: Awaited<ReturnType<World['services']['compute']['inventory']>>) => void,
) => {
  const sleds = await world.services.compute.inventory()
  change(sleds)
  vi.spyOn(world.services.compute, 'inventory').mockResolvedValue(sleds)
  await refreshInventory(world.services)
}

describe('sleds', () => {
  test('are those of the driver, in pages by ID', async () => {
    const reported = await world.services.compute.inventory()
    const first = await get('/sleds?limit=10')
    const second = await get(`/sleds?limit=10&page_token=${first.next_page}`)
    const all = [...first.items, ...second.items]
    expect(all.map(({ id }: Item) => id)).toEqual(reported.map(({ id }) => id))
    const [sled] = reported
    expect(all[0]).toMatchObject({
      rack_id: sled!.rackId,
      slot: sled!.slot,
      baseboard: sled!.baseboard,
      policy: { kind: 'in_service', provision_policy: 'provisionable' },
      state: 'active',
      usable_hardware_threads: 128,
      usable_physical_ram: 1011 * GiB,
    })
    expect(await get(`/sleds/${sled!.id}`)).toEqual(all[0])
    expect(await get('/racks')).toMatchObject({ items: [{ id: sled!.rackId }] })
    expect(await get(`/racks/${sled!.rackId}`)).toMatchObject({ id: sled!.rackId })
  })

  test('an unknown sled is not found', async () => {
    const path = `${AT}/sleds/00000000-0000-4000-8000-000000000000`
    for (const under of ['', '/disks', '/instances'])
      expect((await world.ask('GET', path + under)).status).toBe(404)
    expect((await world.ask('PUT', `${path}/provision-policy`, { state: 'provisionable' })).status).toBe(404)
  })

  test('a sled that the driver no longer reports is expunged, with its disks, until it is back', async () => {
    const [gone] = await list('/sleds')
    await report((sleds) => void sleds.splice(0, 1))
    expect((await list('/sleds')).map(({ id }) => id)).not.toContain(gone!.id)
    expect(await get(`/sleds/${gone!.id}`)).toMatchObject({
      policy: { kind: 'expunged' },
      state: 'decommissioned',
    })
    expect((await list(`/sleds/${gone!.id}/disks`))[0]).toMatchObject({
      policy: { kind: 'expunged' },
      state: 'decommissioned',
    })
    expect(
      await world.ask('PUT', `${AT}/sleds/${gone!.id}/provision-policy`, { state: 'provisionable' }),
    ).toMatchObject({ status: 409, body: { error_code: 'Conflict' } })
    vi.restoreAllMocks()
    await refreshInventory(world.services)
    const { time_modified: _, ...before } = gone!
    expect(await get(`/sleds/${gone!.id}`)).toMatchObject(before)
  })

  test('a changed report is stored and logged, and keeps the policy', async () => {
    const [sled] = await list('/sleds')
    const path = `${AT}/sleds/${sled!.id}/provision-policy`
    await world.ask('PUT', path, { state: 'non_provisionable' })
    await report((sleds) => void (sleds[0]!.usableHardwareThreads = 64))
    expect(await get(`/sleds/${sled!.id}`)).toMatchObject({
      usable_hardware_threads: 64,
      policy: { provision_policy: 'non_provisionable' },
    })
    expect((await lastChange(world, 'sled', sled!.id)).last).toMatchObject({ action: 'updated' })
    vi.restoreAllMocks()
    await refreshInventory(world.services)
    await world.ask('PUT', path, { state: 'provisionable' })
  })
})

describe('the provision policy', () => {
  test('keeps new instances off a sled, and leaves running ones', async () => {
    const { ask } = world
    const sleds = await list('/sleds')
    const policy = (id: string, state: string) => ask('PUT', `${AT}/sleds/${id}/provision-policy`, { state })
    await ask('POST', '/v1/projects', { name: 'shop', description: '' })
    const create = (name: string) =>
      ask('POST', '/v1/instances?project=shop', {
        name,
        description: '',
        hostname: name,
        ncpus: 1,
        memory: GiB,
        network_interfaces: { type: 'none' },
      })
    const [kept, ...closed] = sleds
    for (const { id } of closed)
      expect(await policy(id, 'non_provisionable')).toMatchObject({
        status: 200,
        body: { old_state: 'provisionable', new_state: 'non_provisionable' },
      })
    const { last, state } = await lastChange(world, 'sled', closed[0]!.id)
    expect(last.action).toBe('updated')
    expect(state).toMatchObject({ policy: { provisionPolicy: 'non_provisionable' } })
    for (const name of ['one', 'two']) expect((await create(name)).status).toBe(201)
    await policy(kept!.id, 'non_provisionable')
    expect(await create('three')).toMatchObject({ status: 201 })
    const running = await list(`/sleds/${kept!.id}/instances`)
    expect(new Set(running.map(({ name }) => name))).toEqual(new Set(['one', 'two']))
    expect(running[0]).toMatchObject({
      silo_name: 'main',
      project_name: 'shop',
      active_sled_id: kept!.id,
      ncpus: 1,
      memory: GiB,
    })
    expect((await ask('GET', '/v1/instances/three?project=shop')).body.start_problem).toContain(
      'there is no sled',
    )
    const sledOf = (id: string) => ask('GET', `/experimental/v1/system/instances/${id}/sled`)
    expect((await sledOf(running[0]!.id)).body.sled).toEqual(await get(`/sleds/${kept!.id}`))
    const waiting = await ask('GET', '/v1/instances/three?project=shop')
    expect((await sledOf(waiting.body.id)).body).toEqual({ sled: null })
    expect((await sledOf(kept!.id)).status).toBe(404)
    for (const { id } of sleds) await policy(id, 'provisionable')
    expect(await policy(kept!.id, 'provisionable')).toMatchObject({
      body: { old_state: 'provisionable', new_state: 'provisionable' },
    })
  })
})

describe('physical disks', () => {
  test('are listed alone, by sled and by ID', async () => {
    const [disk] = await list('/disks')
    expect(disk).toMatchObject({
      form_factor: 'u2',
      policy: { kind: 'in_service' },
      state: 'active',
      vendor: 'Simulated',
    })
    expect(await get(`/disks/${disk!.id}`)).toEqual(disk)
    const ofSled = await list(`/sleds/${disk!.sled_id as string}/disks`)
    expect(ofSled).toHaveLength(10)
    expect(ofSled).toContainEqual(disk)
  })

  test('are adopted on request', async () => {
    const [unadopted] = await list('/disks-unadopted')
    const request = () => world.ask('PUT', `${AT}/disk-adoption-request`, unadopted!.disk_id)
    const { status, body } = await request()
    expect([status, body.disk_id]).toEqual([201, unadopted!.disk_id])
    expect((await request()).body).toEqual(body)
    expect(await list('/disk-adoption-requests')).toEqual([body])
    const kind = 'physical-disk-adoption-request'
    expect((await lastChange(world, kind, body.id)).last.action).toBe('created')
    expect((await world.ask('DELETE', `${AT}/disk-adoption-request/${body.id}`)).status).toBe(204)
    expect(await list('/disk-adoption-requests')).toEqual([])

    const missing = { vendor: 'Simulated', model: 'SIM', serial: 'in-no-sled' }
    await world.ask('PUT', `${AT}/disk-adoption-request`, missing)
    await request()
    await refreshInventory(world.services)
    expect(await list('/disks-unadopted')).toEqual([])
    expect((await list('/disk-adoption-requests')).map(({ disk_id }) => disk_id)).toEqual([missing])
    const disks = await list(`/sleds/${unadopted!.sled_id as string}/disks`)
    expect(disks.map(({ serial }) => serial)).toContain((unadopted!.disk_id as Item).serial)
  })

  test('are stored although the adoption of another disk fails', async () => {
    const identity = { vendor: 'Simulated', model: 'SIM', serial: 'faulty' }
    const { body } = await world.ask('PUT', `${AT}/disk-adoption-request`, identity)
    const log = vi.spyOn(world.services, 'log')
    vi.spyOn(world.services.compute, 'adoptDisk').mockRejectedValue(
      new DriverError('internal', 'the disk does not answer'),
    )
    let gone = ''
    await report((sleds) => void (gone = sleds[0]!.disks.pop()!.id))
    expect(await get(`/disks/${gone}`)).toMatchObject({ policy: { kind: 'expunged' } })
    expect(log).toHaveBeenCalledWith('warn', 'disk was not adopted', expect.objectContaining(identity))
    expect(await list('/disk-adoption-requests')).toContainEqual(body)
    vi.restoreAllMocks()
    await world.ask('DELETE', `${AT}/disk-adoption-request/${body.id}`)
    await refreshInventory(world.services)
  })
})

describe('the rest of a rack', () => {
  test('has uninitialized sleds and unadopted disks, all in one page', async () => {
    const { compute } = world.services
    const equipment = await compute.equipment()
    const [sled] = equipment.uninitializedSleds
    const { id: sledId, disks } = (await compute.inventory())[0]!
    const { serial } = disks[0]!
    const disk = { vendor: 'Simulated', model: 'SIM-U2-3T2', formFactor: 'u2' as const }
    expect(disks[0]).toMatchObject(disk)
    vi.spyOn(compute, 'equipment').mockResolvedValue({
      ...equipment,
      uninitializedSleds: Array.from({ length: 101 }, (_, cubby) => ({ ...sled!, cubby })),
      unadoptedDisks: Array.from({ length: 101 }, (_, slot) => ({
        ...disk,
        serial: `${serial}-spare-${slot}`,
        sledId,
        slot,
      })),
    })
    await refreshInventory(world.services)
    for (const path of ['/sleds-uninitialized', '/disks-unadopted']) {
      const { items, next_page } = await get(path)
      expect([items.length, next_page]).toEqual([101, null])
    }
    expect((await list('/sleds-uninitialized'))[0]).toMatchObject({ cubby: 0, baseboard: { revision: 6 } })
    vi.restoreAllMocks()
    await refreshInventory(world.services)
  })

  test('has switches with ports', async () => {
    const [first, second] = await list('/switches')
    expect(await get(`/switches/${second!.id}`)).toEqual(second)
    const ports = await list('/switch-port')
    expect(ports).toHaveLength(64)
    expect(await list(`/switch-port?switch_port_id=${ports[5]!.id}`)).toEqual([ports[5]])
    const of = `rack_id=${first!.rack_id as string}&switch_slot=switch1`
    expect(await get(`/switch-port/qsfp0/status?${of}`)).toEqual({
      state: 'up',
      speed_gbps: 100,
      transceiver: 'present',
    })
    expect(await get(`/switch-port/qsfp9/status?${of}`)).toMatchObject({ state: 'down' })
    const at = (port: string, action: string) => `${AT}/switch-port/${port}/${action}?${of}`
    expect((await world.ask('GET', at('qsfp99', 'status'))).status).toBe(404)
    expect(await world.ask('POST', at('qsfp0', 'settings'), { port_settings: 'uplink' })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'port_settings', code: 'not_found' }] },
    })
    expect((await world.ask('DELETE', at('qsfp0', 'settings'))).status).toBe(204)
  })

  test('gets another switch in the slot of a broken one', async () => {
    const { compute } = world.services
    const equipment = await compute.equipment()
    const [first, second] = await list('/switches')
    const old = equipment.switches.find(({ id }) => id === first!.id)!
    const place = `rack_id=${old.rackId}&switch_slot=${old.slot}`
    const replaced = {
      ...old,
      id: crypto.randomUUID(),
      baseboard: { ...old.baseboard, serial: 'NEW' },
      ports: old.ports.slice(0, 4).map((port) => ({ ...port, id: crypto.randomUUID() })),
    }
    const kept = equipment.switches.filter(({ id }) => id !== old.id)
    const spy = vi
      .spyOn(compute, 'equipment')
      .mockResolvedValue({ ...equipment, switches: [...kept, replaced] })
    await refreshInventory(world.services)
    const ids = (await list('/switches')).map(({ id }) => id)
    expect(new Set(ids)).toEqual(new Set([second!.id, replaced.id]))
    expect(await list('/switch-port')).toHaveLength(32 + 4)
    expect(await get(`/switch-port/qsfp0/status?${place}`)).toMatchObject({ state: 'up' })
    expect((await lastChange(world, 'switch', old.id)).last.action).toBe('deleted')

    const [a, b, ...others] = replaced.ports
    const swapped = [{ ...a!, name: b!.name }, { ...b!, name: a!.name }, ...others]
    spy.mockResolvedValue({ ...equipment, switches: [...kept, { ...replaced, ports: swapped }] })
    await refreshInventory(world.services)
    expect(await list(`/switch-port?switch_port_id=${a!.id}`)).toMatchObject([{ port_name: b!.name }])
    vi.restoreAllMocks()
    await refreshInventory(world.services)
    expect(await list('/switch-port')).toHaveLength(64)
  })
})

test('the first report is not logged', async () => {
  const fresh = await openWorld({ started: false })
  await refreshInventory(fresh.services)
  const count = async () =>
    (
      await fresh.services.db
        .selectFrom('change_log')
        .select('seq')
        .where('kind', 'in', ['sled', 'rack'])
        .execute()
    ).length
  expect(await count()).toBe(0)
  await refreshInventory(fresh.services)
  expect(await count()).toBe(0)
  await fresh.close()
})
