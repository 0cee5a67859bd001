import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { selfSigned } from '../../../contract/test/certificates.ts'
import { type Alerting, openAlerting } from '../../test/alerting.ts'
import { grantToken } from '../../test/devices.ts'
import { addUser } from '../../test/people.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { checkAlerts } from './check.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let alerting: Alerting
beforeEach(async () => {
  alerting = await openAlerting()
})
afterEach(() => alerting.world.close())

const check = () => checkAlerts(alerting.world.services)
const briefly = async (query = '') =>
  (await alerting.alerts(query)).map(
    ({ class: name, is_unresolved: open }: { class: string; is_unresolved: boolean }) =>
      `${name}${open ? ' open' : ''}`,
  )
/** Waits until a cause that has ended counts as resolved. */
const settle = async () => {
  await check()
  await alerting.clock.advance(5 * MINUTE)
  await check()
}

describe('a sled', () => {
  const answers = async (does: boolean) => {
    const { services } = alerting.world
    const [sled] = await services.compute.inventory()
    services.compute.silence(sled!.id, !does)
    await refreshInventory(services)
  }

  test('that does not answer raises an alert in the transaction that stores it, and one when it is back', async () => {
    await refreshInventory(alerting.world.services)
    const hook = await alerting.subscribe('hook', 'hardware.**')
    await answers(false)
    const [alert] = await alerting.alerts()
    const sled = (await alerting.world.ask('GET', `/v1/system/hardware/sleds/${alert.resource.id}`)).body
    expect(alert).toMatchObject({
      class: 'hardware.sled.unreachable',
      version: 1,
      message: `Sled ${sled.baseboard.serial} does not answer`,
      payload: { sled_id: sled.id, serial: sled.baseboard.serial },
      resource: { kind: 'sled', id: sled.id, name: sled.baseboard.serial, silo_id: null },
      is_unresolved: true,
      time_resolved: null,
    })
    await check()
    await answers(true)
    await settle()
    const [old, end] = await alerting.alerts()
    expect(old).toMatchObject({
      id: alert.id,
      is_unresolved: false,
      time_resolved: alerting.clock.now().toISOString(),
    })
    expect(end).toMatchObject({
      class: 'hardware.sled.unreachable.resolved',
      payload: { alert_id: alert.id, alert: alert.payload, message: `Resolved: ${alert.message}` },
    })
    expect(await alerting.deliveries('hook')).toMatchObject([
      { alert_id: alert.id, receiver_id: hook.id },
      { alert_id: end.id },
    ])
  })

  test('that comes and goes has one alert and one end', async () => {
    await refreshInventory(alerting.world.services)
    for (let times = 0; times < 100; times++) {
      await answers(false)
      await alerting.clock.advance(1_000)
      await answers(true)
      await check()
      await alerting.clock.advance(1_000)
    }
    expect(await briefly()).toEqual(['hardware.sled.unreachable open'])
    await settle()
    expect(await briefly()).toEqual(['hardware.sled.unreachable', 'hardware.sled.unreachable.resolved'])
  })
})

test('a disk and a switch that are no longer reported raise alerts, which end when they are back', async () => {
  const { services } = alerting.world
  await refreshInventory(services)
  const equipment = await services.compute.equipment()
  const sleds = await services.compute.inventory()
  const [first, ...others] = sleds
  const without = vi.spyOn(services.compute, 'equipment')
  without.mockResolvedValue({ ...equipment, switches: equipment.switches.slice(1) })
  const fewer = vi.spyOn(services.compute, 'inventory')
  fewer.mockResolvedValue([{ ...first!, disks: first!.disks.slice(1) }, ...others])
  await refreshInventory(services)
  expect((await briefly()).toSorted()).toEqual([
    'hardware.disk.unreachable open',
    'hardware.switch.unreachable open',
  ])
  without.mockRestore()
  fewer.mockRestore()
  await refreshInventory(services)
  await settle()
  expect(await briefly('&unresolved=true')).toEqual([])
})

test('a quota and a pool raise alerts when they are nearly full and full, each once', async () => {
  const { ask } = alerting.world
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const quota = (cpus: number) => ask('PUT', '/v1/system/silos/main/quotas', { cpus })
  await alerting.world.services.db
    .updateTable('provisioned')
    .set({ cpus: 9 })
    .where('scope_id', '=', (await ask('GET', '/v1/system/silos/main')).body.id)
    .execute()
  await quota(11)
  await check()
  expect(await briefly()).toEqual([])
  await quota(10)
  await check()
  await check()
  expect(await alerting.alerts()).toMatchObject([
    {
      class: 'quota.nearly_full',
      message: 'Silo main uses 90 % of its quota of virtual CPUs',
      payload: { resource: 'cpus', used: 9, limit: 10 },
    },
  ])
  await quota(9)
  await check()
  expect((await briefly()).toSorted()).toEqual(['quota.full open', 'quota.nearly_full open'])
  await quota(100)
  await settle()
  expect((await briefly('&unresolved=true')).length).toBe(0)

  const pool = { name: 'tiny', description: '', ip_version: 'v4' }
  await ask('POST', '/v1/system/ip-pools', pool)
  await ask('POST', '/v1/system/ip-pools/tiny/ranges/add', { first: '203.0.113.1', last: '203.0.113.1' })
  await ask('POST', '/v1/system/ip-pools/tiny/silos', { silo: 'main', is_default: false })
  const made = await ask('POST', '/v1/floating-ips?project=shop', {
    name: 'front',
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'explicit', pool: 'tiny' } },
  })
  expect(made.status).toBe(201)
  await check()
  expect((await briefly('&unresolved=true')).toSorted()).toEqual(['pool.full open', 'pool.nearly_full open'])
  await ask('DELETE', '/v1/floating-ips/front?project=shop')
  await settle()
  expect(await briefly('&alert_class=pool.full.**')).toEqual(['pool.full.resolved'])
})

test('a certificate raises an alert near its end, and another when it has ended', async () => {
  const { ask, services } = alerting.world
  await alerting.clock.advance(Date.now() - services.clock.now().getTime())
  const pair = selfSigned({ names: ['main.example'], days: 40 })
  const made = await ask(
    'POST',
    '/v1/certificates',
    { name: 'api', description: '', service: 'external_api', ...pair },
    await alerting.world.signIn('admin', 'secret'),
  )
  expect(made.status).toBe(201)
  await check()
  const classes = async () =>
    (await services.db.selectFrom('alert').select('class').where('cause', 'is not', null).execute()).map(
      ({ class: name }) => name,
    )
  expect(await classes()).toEqual([])
  await alerting.clock.advance(11 * DAY)
  await check()
  expect(await classes()).toEqual(['certificate.expiring'])
  await alerting.clock.advance(30 * DAY)
  await settle()
  expect(await classes()).toEqual(['certificate.expired'])
})

test('many wrong passwords of one user raise one alert, which ends by itself', async () => {
  const { world } = alerting
  const guess = (username: string) =>
    world.ask('POST', '/v1/login/main/local', { username, password: 'wrong' }, '')
  for (let at = 0; at < 10; at++) expect((await guess('admin')).status).toBe(401)
  expect(await alerting.alerts()).toEqual([])
  for (let at = 0; at < 5; at++) expect((await guess('admin')).status).toBe(429)
  for (let at = 0; at < 12; at++) await guess('nobody')
  expect(await alerting.alerts()).toMatchObject([
    {
      class: 'sign_in.repeated_failures',
      is_unresolved: true,
      message: 'Many wrong passwords were entered for user admin of silo main',
      resource: { kind: 'silo-user', name: 'admin' },
    },
  ])
  await alerting.clock.advance(4 * MINUTE)
  await guess('admin')
  await alerting.clock.advance(4 * MINUTE)
  await check()
  expect((await briefly())[0]).toBe('sign_in.repeated_failures open')
  await alerting.clock.advance(MINUTE)
  await check()
  expect(await briefly()).toEqual(['sign_in.repeated_failures', 'sign_in.repeated_failures.resolved'])
})

test('an access token of a fleet administrator raises an alert, and no other', async () => {
  const { world } = alerting
  await addUser(world.services, 'main', 'ada', { silo: 'admin' })
  await grantToken(world, await world.signIn('ada', 'ada'))
  expect(await alerting.alerts()).toEqual([])
  await grantToken(world, await world.signIn('admin', 'secret'))
  expect(await alerting.alerts()).toMatchObject([
    { class: 'credential.created', is_unresolved: false, payload: { user_name: 'admin', silo_name: 'main' } },
  ])
})

test('a data folder that is nearly full raises an alert, and one when it is full', async () => {
  const { services } = alerting.world
  let free = 2 ** 31
  services.hasSpaceFor = async (bytes) => free >= bytes
  await check()
  expect(await briefly()).toEqual([])
  free = 2 ** 29
  await check()
  await check()
  expect(await alerting.alerts()).toMatchObject([
    { class: 'data_folder.nearly_full', payload: { is_full: false }, resource: null },
  ])
  free = 2 ** 31
  await settle()
  expect((await briefly()).length).toBe(2)
})
