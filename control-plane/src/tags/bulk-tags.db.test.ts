import { tagOf } from '@granary/domain/tags.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
const ids: string[] = []
const JOBS = '/experimental/v1/bulk-jobs'
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  for (const name of ['one', 'two']) {
    const body = { name, description: '', dns_name: name }
    ids.push((await world.ask('POST', '/v1/vpcs?project=shop', body)).body.id)
  }
  const group = { name: 'far', description: '', policy: 'allow', failure_domain: 'sled' }
  ids.push((await world.ask('POST', '/v1/anti-affinity-groups?project=shop', group)).body.id)
})
afterAll(() => world.close())

const start = (body: object) => world.ask('POST', JOBS, { operation: 'tag_update', ids, ...body })

test('changes the tags of resources of several kinds, and says which were refused', async () => {
  const many = Array.from({ length: 20 }, (_, n) => ({ key: `k${n}`, value: '' }))
  await world.ask('PUT', `/experimental/v1/tags/vpc/${ids[1]}`, { set: many })
  await world.ask('PUT', `/experimental/v1/tags/vpc/${ids[0]}`, { set: [tagOf('old=1'), tagOf('kept=1')] })
  const { status, body } = await start({ tags: { set: [tagOf('env=prod')], remove: ['old'] } })
  expect(status).toBe(201)
  const job = await world.until(`${JOBS}/${body.id}`, ({ time_completed }) => time_completed !== null)
  expect(job).toMatchObject({ total: 3, succeeded: 2, failed: 1 })
  expect((await world.ask('GET', `/v1/vpcs/${ids[0]}`)).body.tags).toEqual(['env=prod', 'kept=1'].map(tagOf))
  expect((await world.ask('GET', `/v1/anti-affinity-groups/${ids[2]}`)).body.tags).toEqual([
    tagOf('env=prod'),
  ])
  const { items } = (await world.ask('GET', `${JOBS}/${body.id}/items`)).body
  expect(items.find(({ id }: { id: string }) => id === ids[1])).toMatchObject({
    state: 'failed',
    message: 'vpc "two" would have 21 tags, and may have at most 20',
    resource: { kind: 'vpc', name: 'two', project_name: 'shop' },
  })
})

test('changes the tags of what lies in a VPC, and says where it is', async () => {
  const inVpc = (path: string) => `${path}?project=shop&vpc=one`
  const named = { name: 'inner', description: '' }
  const inner = [
    (await world.ask('POST', inVpc('/v1/vpc-routers'), named)).body.id,
    (await world.ask('POST', inVpc('/v1/internet-gateways'), named)).body.id,
    (await world.ask('POST', inVpc('/v1/vpc-subnets'), { ...named, ipv4_block: '10.9.0.0/24' })).body.id,
  ]
  const { body } = await start({ ids: inner, tags: { set: [tagOf('env=prod')] } })
  const job = await world.until(`${JOBS}/${body.id}`, ({ time_completed }) => time_completed !== null)
  expect(job).toMatchObject({ total: 3, succeeded: 3 })
  for (const path of ['/v1/vpc-routers', '/v1/internet-gateways', '/v1/vpc-subnets'])
    expect((await world.ask('GET', `${inVpc(`${path}/inner`)}`)).body.tags).toEqual([tagOf('env=prod')])
  const { items } = (await world.ask('GET', `${JOBS}/${body.id}/items`)).body
  expect(items.map(({ resource }: { resource: { kind: string } }) => resource.kind).toSorted()).toEqual([
    'internet-gateway',
    'vpc-router',
    'vpc-subnet',
  ])
  expect(items[0].resource).toMatchObject({ name: 'inner', project_name: 'shop', vpc_name: 'one' })
})

test('refuses a job without a change of tags, and tags for another operation', async () => {
  const problems = async (body: object) => (await start(body)).body.problems
  expect(await problems({})).toMatchObject([{ path: 'tags', code: 'required' }])
  expect(await problems({ tags: {} })).toMatchObject([{ path: 'tags', code: 'required' }])
  expect(await problems({ tags: { remove: ['1'] } })).toMatchObject([{ path: 'tags.remove[0]' }])
  const other = { operation: 'any_affinity_group_delete', tags: { remove: ['old'] } }
  expect(await problems(other)).toMatchObject([{ path: 'tags', code: 'not_allowed' }])
})
