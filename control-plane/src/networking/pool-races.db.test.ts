import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

const ROUNDS = 4

let world: World
let second = ''
beforeAll(async () => {
  world = await openWorld({ started: false })
  await addUser(world.services, 'main', 'eve', { fleet: 'admin', silo: 'admin' })
  second = await world.signIn('eve', 'eve')
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const POOLS = '/v1/system/ip-pools'
const named = (name: string, more: object = {}) => ({ name, description: '', ...more })

/** Creates a pool with the range 10.ROUND.0.0 to 10.ROUND.0.15, linked to the silo. */
async function pool(name: string, round: number): Promise<string> {
  expect((await world.ask('POST', POOLS, named(name, { ip_version: 'v4' }))).status).toBe(201)
  await world.ask('POST', `${POOLS}/${name}/silos`, { silo: 'main', is_default: false })
  expect((await change(name, 'add', rangeOf(round))).status).toBe(201)
  return name
}
const rangeOf = (round: number, first = 0, last = 15) => ({
  first: `10.${round}.0.${first}`,
  last: `10.${round}.0.${last}`,
})
const change = (name: string, what: 'add' | 'remove', range: object, as?: string) =>
  world.ask('POST', `${POOLS}/${name}/ranges/${what}`, range, as)
const rangesOf = async (name: string): Promise<{ range: { first: string; last: string } }[]> =>
  (await world.ask('GET', `${POOLS}/${name}/ranges`)).body.items
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('of two admins who add overlapping ranges at once, one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await pool(`one-${round}`, 40 + round), await pool(`other-${round}`, 50 + round)]
    const answers = await Promise.all([
      change(one, 'add', rangeOf(60 + round, 0, 100)),
      change(other, 'add', rangeOf(60 + round, 50, 200), second),
    ])
    expect(statuses(answers)).toEqual([201, 400])
    expect((await rangesOf(one)).length + (await rangesOf(other)).length).toBe(3)
  }
})

test('of two admins who give pools the same name at once, one succeeds', async () => {
  await pool('left', 70)
  await pool('right', 71)
  const rename = (from: string, as?: string) => world.ask('PUT', `${POOLS}/${from}`, { name: 'same' }, as)
  expect(statuses(await Promise.all([rename('left'), rename('right', second)]))).toEqual([200, 400])
})

test('two admins who make different pools the default leave one default', async () => {
  await pool('first', 80)
  await pool('last', 81)
  const setDefault = (name: string, as?: string) =>
    world.ask('PUT', `${POOLS}/${name}/silos/main`, { is_default: true }, as)
  await Promise.all([setDefault('first'), setDefault('last', second)])
  const { items } = (await world.ask('GET', '/v1/ip-pools?ip_version=v4&pool_type=unicast')).body
  expect(items.filter(({ is_default }: { is_default: boolean }) => is_default)).toHaveLength(1)
})

test('a range that is removed while clients take addresses of it is empty, or stays', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const name = await pool(`raced-${round}`, 90 + round)
    const take = (at: number) =>
      world.ask(
        'POST',
        '/v1/floating-ips?project=shop',
        named(`ip-${round}-${at}`, {
          address_allocator: { type: 'auto', pool_selector: { type: 'explicit', pool: name } },
        }),
      )
    const remove = () => change(name, 'remove', rangeOf(90 + round), second)
    const [removed, ...taken] = await Promise.all(
      round % 2 ? [remove(), take(0), take(1)] : [remove(), take(0)],
    )
    const got = taken.filter(({ status }) => status === 201)
    expect([
      [204, 0],
      [400, taken.length],
    ]).toContainEqual([removed!.status, got.length])
    expect(await rangesOf(name)).toHaveLength(removed!.status === 204 ? 0 : 1)
  }
})
