import { MAX_TAGS, type Tag, type TaggedKind, taggedKinds, tagOf } from '@granary/domain/tags.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
const paths: Partial<Record<TaggedKind, string>> = {}
const named = (name: string) => ({ name, description: '' })
const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
const tags = (...texts: string[]): Tag[] => texts.map(tagOf)

async function make(kind: TaggedKind, path: string, body: object): Promise<string> {
  const answer = await world.ask('POST', path, { ...named('first'), ...body, tags: tags('made=1') })
  expect(answer, kind).toMatchObject({ status: 201, body: { tags: tags('made=1') } })
  paths[kind] = `${path.split('?')[0]}/${answer.body.id}`
  return answer.body.id
}

beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', named('shop'))
  const pool = (await world.ask('POST', '/v1/system/subnet-pools', { ...named('pool'), ip_version: 'v4' }))
    .body.id
  const silo = (await world.ask('GET', '/v1/me')).body.silo_id
  await world.ask('POST', `/v1/system/subnet-pools/${pool}/silos`, { silo, is_default: true })
  await world.ask('POST', `/v1/system/subnet-pools/${pool}/members/add`, { subnet: '203.0.113.0/24' })
  const at = (path: string) => `${path}?project=shop`
  const group = { policy: 'allow', failure_domain: 'sled' }
  await make('affinity-group', at('/v1/affinity-groups'), group)
  await make('anti-affinity-group', at('/v1/anti-affinity-groups'), group)
  const disk = await make('disk', at('/v1/disks'), { size: GiB, disk_backend: blank })
  await world.until(`/v1/disks/${disk}`, ({ state }) => state.state === 'detached')
  const snapshot = await make('snapshot', at('/v1/snapshots'), { disk })
  await world.until(`/v1/snapshots/${snapshot}`, ({ state }) => state === 'ready')
  await make('image', at('/v1/images'), {
    os: 'debian',
    version: '13',
    source: { type: 'snapshot', id: snapshot },
  })
  await make('floating-ip', at('/v1/floating-ips'), {
    address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  await make('external-subnet', at('/v1/external-subnets'), {
    allocator: { type: 'auto', prefix_length: 28, pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  await make('vpc', at('/v1/vpcs'), { dns_name: 'first' })
  const inVpc = (path: string) => `${path}?project=shop&vpc=first`
  await make('vpc-router', inVpc('/v1/vpc-routers'), {})
  await make('vpc-subnet', inVpc('/v1/vpc-subnets'), { ipv4_block: '10.0.0.0/24' })
  await make('internet-gateway', inVpc('/v1/internet-gateways'), {})
  const size = { hostname: 'first', ncpus: 1, memory: GiB, start: false }
  await make('instance', at('/v1/instances'), size)
})
afterAll(() => world.close())

const at = (kind: TaggedKind) => `/experimental/v1/tags/${kind}/${paths[kind]!.split('/').at(-1)}`
const change = (kind: TaggedKind, set: Tag[], remove: string[] = [], as?: string) =>
  world.ask('PUT', at(kind), { set, remove }, as)

test.each(taggedKinds)('gives, shows and takes the tags of %s', async (kind) => {
  const before = (await world.ask('GET', paths[kind]!)).body
  expect(before.tags).toEqual(tags('made=1'))
  const changed = await change(kind, tags('env=prod', 'a='), ['made', 'never'])
  expect(changed).toMatchObject({ status: 200, body: { kind, name: 'first', tags: tags('a=', 'env=prod') } })
  expect(await world.ask('GET', at(kind))).toMatchObject({ status: 200, body: changed.body })
  const after = (await world.ask('GET', paths[kind]!)).body
  expect(after).toEqual({
    ...before,
    tags: tags('a=', 'env=prod'),
    time_modified: after.time_modified,
  })
  const history = await world.ask('GET', `/experimental/v1/history/${before.id}`)
  expect(history.body.items[0]).toMatchObject({ operation: 'tag_update' })
  expect((await change(kind, tags('made=1'), ['a', 'env'])).status).toBe(200)
})

test('gives tags to the disks that are made with an instance', async () => {
  await world.ask('POST', '/v1/projects', named('yard'))
  const { status, body } = await world.ask('POST', '/v1/instances?project=yard', {
    ...named('with-disks'),
    hostname: 'with-disks',
    ncpus: 1,
    memory: GiB,
    start: false,
    boot_disk: { type: 'create', ...named('boot'), size: GiB, disk_backend: blank, tags: tags('role=boot') },
    disks: [{ type: 'create', ...named('data'), size: GiB, disk_backend: blank, tags: tags('role=data') }],
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const { items } = (await world.ask('GET', '/v1/disks?project=yard&filter=tag:role')).body
  expect(items.map((item: { name: string; tags: Tag[] }) => [item.name, item.tags])).toEqual([
    ['boot', tags('role=boot')],
    ['data', tags('role=data')],
  ])
})

test('shows tags in lists', async () => {
  const { body } = await world.ask('GET', '/v1/instances?project=shop')
  expect(body.items[0].tags).toEqual(tags('made=1'))
})

test('finds a resource by its name, inside of its parents', async () => {
  const path = '/experimental/v1/tags/vpc-subnet/first'
  expect((await world.ask('GET', `${path}?project=shop&vpc=first`)).body.tags).toEqual(tags('made=1'))
  expect((await world.ask('GET', `${path}?project=shop`)).status).toBe(400)
  expect((await world.ask('GET', '/experimental/v1/tags/disk/first?project=shop')).status).toBe(200)
  expect((await world.ask('GET', '/experimental/v1/tags/disk/second?project=shop')).status).toBe(404)
})

test('refuses tags that break a rule, each in its field', async () => {
  const many = Array.from({ length: MAX_TAGS }, (_, n) => ({ key: `k${n}`, value: '' }))
  expect((await change('vpc', many)).body).toMatchObject({
    message: 'vpc "first" would have 21 tags, and may have at most 20',
    problems: [{ path: 'set', code: 'too_long' }],
  })
  expect((await change('vpc', many, ['made'])).status).toBe(200)
  expect(
    (
      await change(
        'vpc',
        tags('made=1'),
        many.map(({ key }) => key),
      )
    ).status,
  ).toBe(200)
  const problems = async (set: unknown) => (await change('vpc', set as Tag[])).body.problems
  expect(await problems(tags('env=a', '1=b', 'env=c'))).toMatchObject([
    { path: 'set[1].key', code: 'invalid_format' },
    { path: 'set[2].key', code: 'duplicate' },
  ])
  expect(await problems(tags('env=a', 'env=c'))).toMatchObject([{ path: 'set[1].key', code: 'duplicate' }])
  expect(await problems([{ key: 'env', value: 'a\nb' }])).toMatchObject([{ path: 'set[0].value' }])
  expect(await problems([...many, ...many])).toMatchObject([{ path: 'set', code: 'too_long' }])
})

test('lets viewers read tags, and only users with the right to change a network tag it', async () => {
  const shop = (await world.ask('GET', '/v1/projects/shop')).body.id
  const people = { viewer: 'viewer', limited: 'limited_collaborator', worker: 'collaborator' } as const
  const status: Record<string, number[]> = {}
  for (const [name, role] of Object.entries(people)) {
    await addUser(world.services, 'main', name, { projects: { [shop]: role } })
    const as = await world.signIn(name, name)
    expect((await world.ask('GET', at('vpc'), undefined, as)).status).toBe(200)
    status[name] = [
      (await change('instance', tags(`by=${name}`), [], as)).status,
      (await change('vpc', tags(`by=${name}`), [], as)).status,
    ]
  }
  expect(status).toEqual({ viewer: [403, 403], limited: [200, 403], worker: [200, 200] })
})

test('counts the tags of a project, of one kind, of one key, or with a text', async () => {
  for (const kind of taggedKinds) await change(kind, [], ['by'])
  await change('disk', tags('env=prod'))
  await change('instance', tags('env=prod', 'env2=PROD x'))
  await change('vpc-subnet', tags('env=test'))
  const list = async (query: string) => {
    const { status, body } = await world.ask('GET', `/experimental/v1/tags?project=shop${query}`)
    expect(status).toBe(200)
    return body.items.map(({ key, value, count }: Tag & { count: number }) => `${key}=${value} ${count}`)
  }
  const env = ['env=prod 2', 'env=test 1']
  expect(await list('')).toEqual([...env, 'env2=PROD x 1', `made=1 ${taggedKinds.length}`])
  expect(await list('&kind=vpc-subnet')).toEqual(['env=test 1', 'made=1 1'])
  expect(await list('&key=env')).toEqual(env)
  expect(await list('&contains=Prod')).toEqual(['env=prod 2', 'env2=PROD x 1'])
  expect(await list('&contains=%25')).toEqual([])
  await change('vpc-subnet', tags('city=Østerbro'))
  expect(await list(`&contains=${encodeURIComponent('østerBRO')}`)).toEqual(['city=Østerbro 1'])
  await change('vpc-subnet', [], ['city'])
})

test('filters lists by tags, and tells upper from lower case', async () => {
  const count = async (filter: string, kind: TaggedKind = 'disk') => {
    const parents = kind.startsWith('vpc-') ? 'project=shop&vpc=first' : 'project=shop'
    const path = `${paths[kind]!.split('/').slice(0, 3).join('/')}?${parents}`
    const { status, body } = await world.ask('GET', `${path}&filter=${encodeURIComponent(filter)}`)
    expect(status, filter).toBe(200)
    return body.items.length
  }
  await change('disk', tags('env=prod', 'app.example/name=two words'))
  const terms = ['tag:env=prod', 'tag:env', 'tag:"app.example/name=two words"', 'tag:*', '-tag:env=test']
  for (const term of terms) expect(await count(term), term).toBe(1)
  const others = ['tag:env=test', 'tag:Env', 'tag:env=Prod', 'tag:env=', '-tag:*', 'tag:env=prod -tag:env']
  for (const term of others) expect(await count(term), term).toBe(0)
  expect(await count('tag:env=test,env=prod')).toBe(1)
  expect(await count('tag:env=test', 'vpc-subnet')).toBe(1)
  const wrong = await world.ask('GET', '/v1/disks?project=shop&filter=tag:1')
  expect(wrong.body.problems).toMatchObject([{ path: 'filter', code: 'invalid_format' }])
})

test('an image keeps its tags when it moves to the silo', async () => {
  const id = paths.image!.split('/').at(-1)
  expect((await world.ask('POST', `/v1/images/${id}/promote`)).body.tags).toEqual(tags('made=1'))
  expect((await change('image', tags('level=silo'))).body.tags).toEqual(tags('level=silo', 'made=1'))
  expect((await world.ask('POST', `/v1/images/${id}/demote?project=shop`)).body.tags).toHaveLength(2)
})

test('a client of the published API sees no tags and sends none', async () => {
  const published = await openWorld({ started: false, extensions: false })
  await published.ask('POST', '/v1/projects', named('shop'))
  const create = (body: object) =>
    published.ask('POST', '/v1/vpcs?project=shop', { ...named('net'), dns_name: 'net', ...body })
  expect((await create({ tags: 'ignored' })).body).not.toHaveProperty('tags')
  await published.close()
})
