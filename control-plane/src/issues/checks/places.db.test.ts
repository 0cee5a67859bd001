import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, listIssues, messagesOf, openIssues } from '../../../test/issues.ts'
import type { World } from '../../../test/world.ts'
import { rawWriter } from '../../database/session.ts'
import { refreshInventory } from '../../shared/placement/inventory.ts'

let world: World
beforeAll(async () => {
  ;({ world } = await openIssues())
})
afterAll(() => world.close())

const list = (query?: string, as?: string, of?: string) => listIssues(world, query, as, of)

test('lists sleds that are out of service or take no new machines', async () => {
  await refreshInventory(world.services)
  const sleds = rawWriter(world.services).updateTable('sled')
  const { body } = await world.ask('GET', '/v1/system/hardware/sleds')
  const [gone, closed] = body.items
  await sleds.where('id', '=', gone.id).set({ in_service: 0 }).execute()
  await sleds.where('id', '=', closed.id).set({ provision_policy: 'non_provisionable' }).execute()
  const { items } = await list('', undefined, 'system/')
  const ofSleds = items.filter(({ resource_kind: kind }: Body) => kind === 'sled')
  expect(ofSleds.map(({ message }: Body) => message).toSorted()).toEqual(
    [
      `Sled ${gone.baseboard.serial} is not in service`,
      `Sled ${closed.baseboard.serial} takes no new machines`,
    ].toSorted(),
  )
  await sleds.set({ in_service: 1, provision_policy: 'provisionable' }).execute()
})

test('lists strict groups that cannot place their members, and those that need every sled', async () => {
  await refreshInventory(world.services)
  const sleds = (await world.ask('GET', '/v1/system/hardware/sleds')).body.items as { id: string }[]
  const group = (name: string, policy: string, of = 'anti-affinity') =>
    world.ask('POST', `/v1/${of}-groups?project=shop`, {
      name,
      description: '',
      policy,
      failure_domain: 'sled',
    })
  await group('strict', 'fail')
  await group('loose', 'allow')
  await group('huge', 'fail', 'affinity')
  const join = (path: string, instance: string) =>
    world.ask('POST', `/v1/${path}/members/instance/${instance}?project=shop`)
  for (const instance of ['failed', 'waiting', 'fine'])
    for (const path of ['anti-affinity-groups/strict', 'anti-affinity-groups/loose', 'affinity-groups/huge'])
      await join(path, instance)
  const open = async (count: number) => {
    for (const [at, { id }] of sleds.entries())
      await world.ask('PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, {
        state: at < count ? 'provisionable' : 'non_provisionable',
      })
  }
  const messages = async (check: string) => messagesOf(await list(), check)
  await open(2)
  expect(await messages('group-cannot-place')).toEqual([
    'Anti-affinity group strict has 3 members, which need a sled each, and there are only 2',
  ])
  expect(messagesOf(await list('', undefined, 'system/'), 'group-cannot-place')).toEqual([
    "Silo main has 1 group that can't place all members",
  ])
  await open(3)
  expect(await messages('group-cannot-place')).toEqual([])
  expect(await messages('group-without-spare-sled')).toEqual([
    'Anti-affinity group strict has 3 members, as many as there are sleds for them: if one fails, a member has no place',
  ])
  expect(messagesOf(await list('', undefined, 'system/'), 'group-without-spare-sled')).toEqual([
    'Silo main has 1 anti-affinity group without a spare sled',
  ])
  const resize = (memory: number) =>
    rawWriter(world.services).updateTable('instance').where('name', '=', 'fine').set({ memory }).execute()
  await resize(10_000 * GiB)
  expect(await messages('group-cannot-place')).toEqual([
    'Affinity group huge has members with 3 vCPUs and 9.77 TiB of memory together, and no sled can run all of them',
  ])
  await resize(GiB)
  await open(sleds.length)
  expect(await messages('group-without-spare-sled')).toEqual([])
})

test('a silo sees its own quota when it is nearly full, and operators see all', async () => {
  const set = (cpus: number) =>
    rawWriter(world.services).updateTable('provisioned').set({ cpus, memory: 0, storage: 0 }).execute()
  await world.ask('PUT', '/v1/system/silos/main/quotas', { cpus: 100, memory: 100 * GiB, storage: 100 * GiB })
  const ofQuotas = async () =>
    (await list('', undefined, 'system/')).items.filter(({ check }: Body) => check === 'quota-nearly-full')
  await set(89)
  expect(await ofQuotas()).toEqual([])
  await set(90)
  const issue = { check: 'quota-nearly-full', message: 'Silo main uses 90 % of its vCPUs' }
  expect(await ofQuotas()).toMatchObject([issue])
  expect((await list()).items).toContainEqual(expect.objectContaining(issue))
  await set(0)
})
