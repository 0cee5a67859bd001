import { manualClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { count } from '../kinds/charge.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

const DAY = 86_400_000
const clock = manualClock(new Date('2026-01-01T00:00:00Z'))
let world: World
let main: string
let other: string

beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  await addSilo(world.services, 'elsewhere')
  const idOf = async (silo: string) => (await world.ask('GET', `/v1/system/silos/${silo}`)).body.id as string
  main = await idOf('main')
  other = await idOf('elsewhere')
  const quotas = { cpus: 100, memory: 100 * GiB, storage: 100 * GiB }
  for (const silo of ['main', 'elsewhere']) await world.ask('PUT', `/v1/system/silos/${silo}/quotas`, quotas)
})
afterAll(() => world.close())

/** Counts storage as a disk of this size would. */
const use = (siloId: string, size: number) =>
  inTransaction(systemContext(world.services, 'test'), (context) =>
    count(context, { projectId: null, siloId }, { cpus: 0, memory: 0, storage: size * GiB }),
  )
const read = async (path: string, as?: string) => {
  const { status, body } = await world.ask('GET', `/experimental/v1/${path}`, undefined, as)
  expect(status).toBe(200)
  return body.items as Record<string, unknown>[]
}
const storage = async (path: string, limit = 'quota', as?: string) =>
  (await read(path, as)).find((item) => item.resource === 'storage' && item.limit === limit)

test('has no trend without history', async () => {
  expect(await storage('capacity/outlook')).toMatchObject({ state: 'not_enough_history', history_days: 0 })
  await use(main, 1)
  await clock.advance(2 * DAY)
  expect(await storage('capacity/outlook', 'quota', await world.signIn('admin', 'secret'))).toEqual({
    resource: 'storage',
    limit: 'quota',
    amount: 100 * GiB,
    used: GiB,
    state: 'not_enough_history',
    history_days: 2,
    likely_days: null,
    earliest_days: null,
    latest_days: null,
    message: 'Not enough history yet (2 of 7 days)',
  })
})

test('says that nothing is allowed, and adds quotas above 2^53', async () => {
  const admin = await world.signIn('admin', 'secret')
  const quotas = (silo: string, storageQuota: number) =>
    world.ask('PUT', `/v1/system/silos/${silo}/quotas`, { storage: storageQuota }, admin)
  for (const silo of ['main', 'elsewhere'])
    expect((await quotas(silo, Number.MAX_SAFE_INTEGER)).status).toBe(200)
  expect(await storage('system/capacity/outlook', 'quota', admin)).toMatchObject({ amount: 2 ** 54 - 2 })
  expect((await quotas('elsewhere', 0)).status).toBe(200)
  const ofOther = await storage('system/capacity/outlook?silo=elsewhere', 'quota', admin)
  expect(ofOther).toMatchObject({ state: 'no_capacity', message: 'The quota is 0' })
  for (const silo of ['main', 'elsewhere']) await quotas(silo, 100 * GiB)
})

test('continues the growth of a silo, and of all of them, to their quotas', async () => {
  for (let day = 0; day < 10; day++) {
    await use(main, 2)
    await use(other, 1)
    await clock.advance(DAY)
  }
  const admin = await world.signIn('admin', 'secret')
  expect(await storage('capacity/outlook', 'quota', admin)).toMatchObject({
    used: 21 * GiB,
    state: 'runs_out',
    history_days: 12,
    message: expect.stringMatching(/^Runs out in about \d weeks at this rate/),
  })
  const ofOther = await storage('system/capacity/outlook?silo=elsewhere', 'quota', admin)
  expect(ofOther).toMatchObject({ used: 10 * GiB, amount: 100 * GiB, likely_days: 90 })
  expect(await storage('system/capacity/outlook', 'quota', admin)).toMatchObject({
    used: 31 * GiB,
    amount: 200 * GiB,
    state: 'runs_out',
  })
})

test('compares the fleet with its sleds, and a silo with its quota only', async () => {
  await refreshInventory(world.services)
  const admin = await world.signIn('admin', 'secret')
  expect(await storage('system/capacity/outlook', 'sleds', admin)).toMatchObject({
    used: 31 * GiB,
    state: 'not_within_a_year',
  })
  const limits = async (path: string) => (await read(path, admin)).map(({ limit }) => limit)
  expect(await limits('system/capacity/outlook')).toContain('sleds')
  expect(await limits('system/capacity/outlook?silo=elsewhere')).toEqual(['quota', 'quota', 'quota'])
  expect(await limits('capacity/outlook')).toEqual(['quota', 'quota', 'quota'])
})

test('a quota below the use is full', async () => {
  const admin = await world.signIn('admin', 'secret')
  await world.ask('PUT', '/v1/system/silos/main/quotas', { storage: GiB }, admin)
  expect(await storage('capacity/outlook', 'quota', admin)).toMatchObject({ state: 'full', message: 'Full' })
})
