import { DriverError } from '@granary/compute/driver-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastChange } from '../../test/change-log.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

const SPARE = { part_number: '310-0000024', serial_number: 'GRN26SPARE' }
let world: World
let rack: string
const at = (path = '') => `/v1/system/hardware/racks/${rack}/membership${path}`
const status = async (query = '') => (await world.ask('GET', `${at()}${query}`)).body
const add = (sleds: readonly object[] = [SPARE]) => world.ask('POST', at('/add'), { sled_ids: sleds })
const abort = () => world.ask('POST', at('/abort'))
const items = async (path: string) => (await world.ask('GET', `/v1/system/hardware/${path}`)).body.items
const refresh = () => refreshInventory(world.services)

beforeEach(async () => {
  world = await openWorld({ started: false })
  await refresh()
  rack = (await items('racks'))[0].id
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.close()
})

test('begins with the sleds that the driver reports, without a log entry', async () => {
  const first = await status()
  expect(first).toMatchObject({ rack_id: rack, version: 1, state: 'committed', unacknowledged_members: [] })
  const sleds = (await items('sleds')).map(
    ({ baseboard }: { baseboard: { part: string; serial: string } }) => baseboard.serial,
  )
  const serials = (members: { serial_number: string }[]) => members.map((each) => each.serial_number)
  expect(serials(first.members).sort()).toEqual(sleds.sort())
  const entries = world.services.db.selectFrom('change_log').select('kind')
  expect(await entries.where('kind', '=', 'rack-membership').execute()).toEqual([])
  expect(await status('?version=1')).toEqual(first)
  expect((await world.ask('GET', at('?version=2'))).status).toBe(404)
  const other = `/v1/system/hardware/racks/${crypto.randomUUID()}/membership`
  expect((await world.ask('GET', other)).status).toBe(404)
})

test('an added sled is put to use once it has acknowledged the change', async () => {
  const before = await status()
  const added = await add([SPARE, SPARE])
  expect(added).toMatchObject({
    status: 200,
    body: { version: 2, state: 'in_progress', unacknowledged_members: [SPARE], time_committed: null },
  })
  expect(added.body.members).toEqual(expect.arrayContaining([...before.members, SPARE]))
  expect(await add()).toMatchObject({ status: 409, body: { message: /in progress/ } })
  await refresh()
  expect(await status()).toMatchObject({ version: 2, state: 'committed', unacknowledged_members: [] })
  expect(await items('sleds-uninitialized')).toEqual([])
  const sleds = await items('sleds')
  expect(sleds).toHaveLength(before.members.length + 1)
  expect(sleds.map((sled: { baseboard: { serial: string } }) => sled.baseboard.serial)).toContain(
    SPARE.serial_number,
  )
  await refresh()
  expect((await status()).version).toBe(2)
  expect(await add()).toMatchObject({ status: 400, body: { message: /member of the rack already/ } })
  const { id } = await world.services.db
    .selectFrom('rack_membership')
    .select('id')
    .where('version', '=', 2)
    .executeTakeFirstOrThrow()
  expect((await lastChange(world, 'rack-membership', id)).last.action).toBe('updated')
})

test('a change waits for a sled that does not answer, and can be aborted until then', async () => {
  const prepare = vi
    .spyOn(world.services.compute, 'prepareSled')
    .mockRejectedValue(new DriverError('unreachable', 'no answer'))
  await add()
  await refresh()
  expect(await status()).toMatchObject({ version: 2, state: 'in_progress', unacknowledged_members: [SPARE] })
  expect(await abort()).toMatchObject({ status: 200, body: { version: 2, state: 'aborted' } })
  expect((await abort()).status).toBe(409)
  prepare.mockRestore()
  await refresh()
  expect(await items('sleds-uninitialized')).toHaveLength(1)
  // The aborted version is never reused, and its sled can be added again.
  expect((await add()).body).toMatchObject({ version: 3, state: 'in_progress' })
  await refresh()
  expect(await status()).toMatchObject({ version: 3, state: 'committed' })
  expect(await status('?version=2')).toMatchObject({ state: 'aborted', time_committed: null })
})

test('an acknowledgement that comes after the abort changes nothing', async () => {
  await add()
  vi.spyOn(world.services.compute, 'prepareSled').mockImplementation(async () => void (await abort()))
  await refresh()
  expect(await status()).toMatchObject({ version: 2, state: 'aborted', unacknowledged_members: [SPARE] })
  expect(await items('sleds-uninitialized')).toHaveLength(1)
})

test('a committed sled is put to use later if the driver fails to', async () => {
  const addSled = vi
    .spyOn(world.services.compute, 'addSled')
    .mockRejectedValue(new DriverError('internal', 'broken'))
  await add()
  await refresh()
  expect(await status()).toMatchObject({ version: 2, state: 'committed' })
  expect(await items('sleds-uninitialized')).toHaveLength(1)
  addSled.mockRestore()
  await refresh()
  expect(await items('sleds-uninitialized')).toEqual([])
  expect((await status()).version).toBe(2)
})

test('follows sleds that come and go without a request', async () => {
  const sleds = await world.services.compute.inventory()
  const [gone, ...rest] = sleds
  vi.spyOn(world.services.compute, 'inventory').mockResolvedValue(rest)
  await refresh()
  const { version, state, members } = await status()
  expect([version, state, members.length]).toEqual([2, 'committed', sleds.length - 1])
  expect(JSON.stringify(members)).not.toContain(gone!.baseboard.serial)
  vi.restoreAllMocks()
  await refresh()
  expect(await status()).toMatchObject({ version: 3, state: 'committed' })
  expect((await status()).members).toHaveLength(sleds.length)
})

test.each([
  ['no sled', [], /at least one/],
  ['a sled that is not in the rack', [{ ...SPARE, serial_number: 'other' }], /not an uninitialized sled/],
  ['a sled with another part number', [{ ...SPARE, part_number: 'other' }], /not an uninitialized sled/],
])('refuses %s', async (_, sleds, message) => {
  const { status: code, body } = await add(sleds)
  expect([code, body.problems[0].path]).toEqual([400, 'sled_ids'])
  expect(body.message).toMatch(message)
})
