import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
let withoutSleds: Answer
let sleds: number
/** The sled of the two running instances, and another one. */
let first: string
let last: string
const fit = (body: object) => world.ask('POST', '/experimental/v1/system/capacity/fit', body)
const policy = (id: string, state: string) =>
  world.ask('PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, { state })

beforeAll(async () => {
  world = await openWorld({ started: false })
  withoutSleds = await fit({ ncpus: 1, memory: GiB, count: 1 })
  await refreshInventory(world.services)
  const ids = (await world.services.compute.inventory()).map(({ id }) => id)
  sleds = ids.length
  first = ids[0]!
  last = ids.at(-1)!
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  for (const id of ids.slice(1)) await policy(id, 'non_provisionable')
  for (const name of ['one', 'two'])
    await world.ask('POST', '/v1/instances?project=shop', {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GiB,
      network_interfaces: { type: 'none' },
    })
  for (const id of ids.slice(1)) await policy(id, 'provisionable')
})
afterAll(() => world.close())

test('counts the free sleds, and those that are left when one fails', async () => {
  const whole = { ncpus: 128, memory: 1000 * GiB }
  const answer = await fit({ ...whole, count: 3 })
  expect(answer).toMatchObject({
    status: 200,
    body: { fits: true, placed: 3, survives_any_failure: true },
  })
  const { body } = await fit({ ...whole, count: 40 })
  // The two instances leave no whole sled where they run.
  expect(body).toMatchObject({ fits: false, placed: sleds - 1, survives_any_failure: false })
  expect(body.sleds).toHaveLength(sleds - 1)
  const loaded = body.failures.find(({ displaced }: { displaced: number }) => displaced > 0)
  // Each of the two moves to a sled of its own, the emptiest at that moment.
  expect(loaded).toMatchObject({ displaced: 2, stranded: 0, placed: sleds - 3 })
  expect((await fit({ ...whole, count: 1, cpu_platform: 'amd_turin_v2' })).body.fits).toBe(true)
  expect((await fit({ ...whole, count: 3, cpu_platform: 'amd_turin_v2' })).body.fits).toBe(false)
  expect((await fit({ ncpus: 1, memory: GiB, count: sleds + 1, apart: true })).body).toMatchObject({
    fits: false,
    placed: sleds,
  })
})

test('without sleds, no failure is survived', () =>
  expect(withoutSleds.body).toMatchObject({ fits: false, survives_any_failure: false, failures: [] }))

test('leaves out sleds that accept no new instances', async () => {
  await policy(last, 'non_provisionable')
  const { body } = await fit({ ncpus: 1, memory: GiB, count: sleds, apart: true })
  expect(body).toMatchObject({ fits: false, placed: sleds - 1 })
  await policy(last, 'provisionable')
})

test.each([{ count: 0 }, { count: 1_000_000 }, { ncpus: 0 }, { memory: 0.5 }])(
  'refuses %j',
  async (wrong) => {
    const answer = await fit({ ncpus: 1, memory: GiB, count: 1, ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path: Object.keys(wrong)[0] }] } })
  },
)

test('a sled that accepts no new instances may fail too', async () => {
  await policy(first, 'non_provisionable')
  const { body } = await fit({ ncpus: 128, memory: 1000 * GiB, count: sleds - 1 })
  expect(body).toMatchObject({ fits: true, placed: sleds - 1, survives_any_failure: false })
  expect(body.failures).toHaveLength(sleds)
  expect(body.failures).toContainEqual({ sled_id: first, displaced: 2, stranded: 0, placed: sleds - 3 })
  await policy(first, 'provisionable')
})
