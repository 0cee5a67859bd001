import { fixedWidth, nextAddress } from '@granary/domain/ip.ts'
import { lowestFreeInRanges } from '@granary/domain/ip-ranges.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawWriter } from '../../database/session.ts'
import { systemContext } from '../../kit/resources/transaction.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { hasFree, lowestFreeIn } from './gaps.ts'

let world: World
let poolId = ''
let projectId = ''
beforeAll(async () => {
  world = await openWorld({ started: false })
  projectId = (await world.ask('POST', '/v1/projects', { name: 'p', description: '' })).body.id
  const { items } = (await world.ask('GET', '/v1/ip-pools')).body
  poolId = items.find(({ name }: { name: string }) => name === 'default-v4').id
})
afterAll(() => world.close())

const context = () => systemContext(world.services, 'test')
const db = () => rawWriter(world.services)

const hold = (ip: string, first_port = 0) =>
  db()
    .insertInto('external_ip')
    .values({
      id: crypto.randomUUID(),
      kind: 'snat',
      ip_pool_id: poolId,
      ip,
      first_port,
      last_port: first_port + 16_383,
      project_id: projectId,
      instance_id: null,
      name: null,
      description: null,
      tags: '{}',
      time_created: '',
      time_modified: '',
    })
    .execute()
const release = (ip: string, first_port = 0) =>
  db().deleteFrom('external_ip').where('ip', '=', ip).where('first_port', '=', first_port).execute()

/** Twenty addresses that carry into higher digits. */
const addresses = Array.from({ length: 19 }).reduce<string[]>(
  (all) => [...all, nextAddress(all.at(-1)!)],
  [fixedWidth('198.51.255.246')],
)
const range = { first: addresses[2]!, last: addresses[17]! }

test('the lowest free address is that of a whole search, in any order of writes', async () => {
  const held = new Set<string>()
  let seed = 7
  for (let step = 0; step < 250; step++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    // Fills up for a while, then empties.
    const ip = addresses[(seed >> 8) % addresses.length]!
    const fills = step % 100 < 60
    if (fills && !held.has(ip)) await hold(ip)
    if (!fills && held.has(ip)) await release(ip)
    if (fills) held.add(ip)
    else held.delete(ip)
    const found = await lowestFreeIn(context(), 'external_ip', poolId, range)
    expect(found).toBe(lowestFreeInRanges([range], [...held].sort()))
    const free = addresses.slice(2, 18).filter((one) => !held.has(one)).length
    expect(await hasFree(context(), poolId, [range], free)).toBe(true)
    expect(await hasFree(context(), poolId, [range], free + 1)).toBe(false)
  }
  for (const ip of held) await release(ip)
  const left = await db().selectFrom('address_gap').select('address').where('scope_id', '=', poolId).execute()
  expect(left).toEqual([])
})

test('an address is free when its last share is released', async () => {
  const [one, next] = [addresses[2]!, addresses[3]!]
  const lowest = () => lowestFreeIn(context(), 'external_ip', poolId, range)
  const open = async () =>
    (await db().selectFrom('open_share').select('ip').where('ip_pool_id', '=', poolId).execute()).map(
      ({ ip }) => ip,
    )
  const ports = [0, 16_384, 32_768, 49_152]
  for (const port of ports) {
    await hold(one, port)
    expect([await lowest(), await open()]).toEqual([next, port === 49_152 ? [] : [one]])
  }
  await release(one, 16_384)
  expect([await lowest(), await open()]).toEqual([next, [one]])
  for (const port of [0, 32_768, 49_152]) await release(one, port)
  expect([await lowest(), await open()]).toEqual([one, []])
})
