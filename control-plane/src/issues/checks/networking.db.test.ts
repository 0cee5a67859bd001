import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedWidth } from '@granary/domain/ip.ts'
import { type Body, listIssues, messagesOf, openIssues } from '../../../test/issues.ts'
import type { World } from '../../../test/world.ts'
import { rawWriter } from '../../database/session.ts'

let world: World
beforeAll(async () => {
  ;({ world } = await openIssues())
})
afterAll(() => world.close())

const list = (query?: string, as?: string, of?: string) => listIssues(world, query, as, of)

test('finds a full pool behind more than a hundred others', async () => {
  const db = rawWriter(world.services)
  const time = world.services.clock.now().toISOString()
  const like = await db
    .selectFrom('ip_pool')
    .selectAll()
    .where('ip_version', '=', 'v4')
    .executeTakeFirstOrThrow()
  const pools = Array.from({ length: 102 }, (_, at) => ({
    ...like,
    id: crypto.randomUUID(),
    name: `a-pool-${String(at).padStart(3, '0')}`,
  }))
  const addresses = pools.map((_, at) => fixedWidth(`192.0.2.${at}`))
  await db.insertInto('ip_pool').values(pools).execute()
  await db
    .insertInto('ip_pool_range')
    .values(
      pools.map(({ id }, at) => ({
        id: crypto.randomUUID(),
        ip_pool_id: id,
        first_address: addresses[at]!,
        last_address: addresses[at]!,
        time_created: time,
      })),
    )
    .execute()
  const project = await db.selectFrom('project').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('external_ip')
    .values({
      id: crypto.randomUUID(),
      kind: 'snat',
      ip_pool_id: pools[101]!.id,
      ip: addresses[101]!,
      first_port: 0,
      last_port: 16_383,
      project_id: project.id,
      instance_id: null,
      name: null,
      description: null,
      tags: '{}',
      time_created: time,
      time_modified: time,
    })
    .execute()
  const { items } = await list('', undefined, 'system/')
  const full = items.filter(({ check }: Body) => check === 'ip-pool-nearly-full')
  expect(full.map(({ message }: Body) => message)).toEqual([
    '100 % of the addresses of IP pool a-pool-101 are used',
  ])
})

test('finds subnet pools that are nearly full, by their addresses', async () => {
  const pools = '/v1/system/subnet-pools'
  const add = (subnet: string, pool: string) =>
    world.ask('POST', `${pools}/${pool}/members/add`, { subnet, min_prefix_length: 25 })
  for (const [name, subnet] of [
    ['blocks', '10.9.0.0/24'],
    ['spare-blocks', '10.9.1.0/24'],
  ] as const) {
    await world.ask('POST', pools, { name, description: '', ip_version: 'v4' })
    await add(subnet, name)
    await world.ask('POST', `${pools}/${name}/silos`, { silo: 'main', is_default: false })
  }
  const take = async (name: string, subnet: string) =>
    world.ask('POST', '/v1/external-subnets?project=shop', {
      name,
      description: '',
      allocator: { type: 'explicit', subnet },
    })
  const found = async () => messagesOf(await list('', undefined, 'system/'), 'subnet-pool-nearly-full')
  expect((await take('low', '10.9.0.0/25')).status).toBe(201)
  expect((await take('other', '10.9.1.0/25')).status).toBe(201)
  expect(await found()).toEqual([])
  expect((await take('high', '10.9.0.128/25')).status).toBe(201)
  expect(await found()).toEqual(['100 % of the addresses of subnet pool blocks are used'])
  await add('10.9.2.0/24', 'blocks')
  expect(await found()).toEqual([])
})

test('lists floating IPs without an instance', async () => {
  const { body } = await world.ask('POST', '/v1/floating-ips?project=shop', {
    name: 'spare',
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  expect(messagesOf(await list(), 'floating-ip-unused')).toEqual([
    'Floating IP spare is attached to no instance',
  ])
  expect(messagesOf(await list('', undefined, 'system/'), 'floating-ip-unused')).toEqual([
    'Silo main has 1 floating IP attached to no instance',
  ])
  await world.ask('DELETE', `/v1/floating-ips/${body.id}`)
})

test('lists firewall rules that never match, in VPCs that are in use', async () => {
  const rule = (name: string, target: string, status = 'enabled') => ({
    name,
    description: '',
    status,
    direction: 'inbound',
    targets: [{ type: 'instance', value: target }],
    filters: {},
    action: 'allow',
    priority: 100,
  })
  const rules = [rule('lost', 'nobody'), rule('works', 'fine'), rule('off', 'nobody', 'disabled')]
  const { status } = await world.ask('PUT', '/v1/vpc-firewall-rules?project=shop&vpc=default', { rules })
  expect(status).toBe(200)
  const issue = await list()
  expect(messagesOf(issue, 'firewall-rule-unused')).toEqual([
    'Firewall rule lost of VPC default: Never matches, because none of its targets has a network interface.',
  ])
  expect(issue.items.find(({ check }: Body) => check === 'firewall-rule-unused')).toMatchObject({
    resource_kind: 'vpc-firewall-rule',
    resource_name: 'lost',
    parent_name: 'default',
    project_name: 'shop',
  })
  expect(messagesOf(await list('', undefined, 'system/'), 'firewall-rule-unused')).toEqual([
    'Silo main has 1 firewall rule without effect',
  ])
  await world.ask('PUT', '/v1/vpc-firewall-rules?project=shop&vpc=default', { rules: [] })
})
