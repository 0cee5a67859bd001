import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
const cookies: Record<string, string> = {}
const ids: Record<string, string> = {}
const PROJECTS = ['shop', 'bank'] as const

beforeAll(async () => {
  world = await openWorld({ started: false })
  const { services, ask, signIn } = world
  for (const project of PROJECTS) {
    ids[project] = (await ask('POST', '/v1/projects', { name: project, description: '' })).body.id
    for (const name of ['web-1', `web-${project}`])
      ids[`${project}/${name}`] = (await createInstance(project, name)).body.id
  }
  await addSilo(services, 'elsewhere')
  await addUser(services, 'main', 'viewer', { silo: 'viewer' })
  await addUser(services, 'main', 'ann', { projects: { [ids.shop!]: 'viewer' } })
  await addUser(services, 'main', 'nobody')
  await addUser(services, 'elsewhere', 'stranger', { silo: 'admin', fleet: 'admin' })
  for (const name of ['viewer', 'ann', 'nobody']) cookies[name] = await signIn(name, name)
  cookies.stranger = await signIn('stranger', 'stranger', 'elsewhere')
})
afterAll(() => world.close())

const createInstance = (project: string, name: string) =>
  world.ask('POST', `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    start: false,
  })

type Item = { kind: string; name: string; project_name: string | null; state: string | null; address: string }
const search = async (text: string, as?: string): Promise<Item[]> => {
  const { status, body } = await world.ask(
    'GET',
    `/experimental/v1/search?text=${encodeURIComponent(text)}`,
    undefined,
    as && cookies[as],
  )
  expect(status).toBe(200)
  return body.items
}
const found = async (text: string, as?: string) =>
  (await search(text, as)).map(({ kind, name, project_name: project }) => `${kind} ${project}/${name}`)

test('finds names that begin with the text in all projects, whole names first', async () => {
  expect((await found('web-1')).toSorted()).toEqual(['instance bank/web-1', 'instance shop/web-1'])
  expect((await found('WEB-S'))[0]).toBe('instance shop/web-shop')
  expect(await found('shop')).toEqual(['project shop/shop'])
  expect(await found('eb-1')).toEqual([])
  expect(await found('%')).toEqual([])
  expect((await search('web-shop'))[0]).toMatchObject({ state: 'creating' })
})

test('finds the whole name among more names than it shows', async () => {
  for (const name of ['many-1', 'many-2', 'many-3', 'many-4', 'many-5', 'many-6', 'many-7', 'many'])
    await world.ask('POST', '/v1/projects', { name, description: '' })
  const all = await found('many')
  expect(all).toHaveLength(7)
  expect(all[0]).toBe('project many/many')
})

test('finds the one resource with an ID', async () => {
  expect(await found(ids['bank/web-bank']!)).toEqual(['instance bank/web-bank'])
  expect(await found(ids.shop!)).toEqual(['project shop/shop'])
  expect(await found(crypto.randomUUID())).toEqual([])
})

test('finds an instance by its address inside', async () => {
  const { body } = await world.ask('GET', `/v1/network-interfaces?instance=${ids['shop/web-shop']}`)
  const { ip } = body.items[0].ip_stack.value.v4 ?? body.items[0].ip_stack.value
  const both = await found(ip)
  expect(both).toContain('instance shop/web-shop')
  expect((await search(ip)).every(({ address }) => address === ip)).toBe(true)
  expect((await found(ip, 'ann')).every((one) => one.startsWith('instance shop/'))).toBe(true)
  expect(await found(ip, 'stranger')).toEqual([])
})

test('finds nothing of other silos, nor of projects without a role', async () => {
  const everything = ['web-', 'shop', 'bank', 'default', ...Object.values(ids)]
  for (const text of everything) {
    expect(await found(text, 'stranger')).toEqual([])
    expect(await found(text, 'nobody')).toEqual([])
    expect((await found(text, 'ann')).filter((one) => !one.includes(' shop/'))).toEqual([])
  }
  expect(await found('web-', 'ann')).toHaveLength(2)
  expect(await found('web-', 'viewer')).toHaveLength(4)
})

test('refuses an empty or long text', async () => {
  for (const text of ['', 'x'.repeat(64)])
    expect((await world.ask('GET', `/experimental/v1/search?text=${text}`)).status).toBe(400)
})

const list = async (query: string, as?: string) =>
  (await world.ask('GET', `/experimental/v1/instances?${query}`, undefined, as && cookies[as])).body

async function walk(query: string, as?: string): Promise<string[]> {
  const seen: string[] = []
  let next: string | null = ''
  do {
    const body: { items: { name: string; project_name: string }[]; next_page: string | null } = await list(
      next ? `limit=1&page_token=${next}` : `${query}&limit=1`,
      as,
    )
    seen.push(...body.items.map(({ name, project_name: project }) => `${project}/${name}`))
    next = body.next_page
  } while (next)
  return seen
}

test('lists the instances of all projects page by page, each once, in every order', async () => {
  const names = await walk('sort_by=name_ascending')
  expect(names.map((name) => name.split('/')[1])).toEqual(['web-1', 'web-1', 'web-bank', 'web-shop'])
  expect(new Set(names).size).toBe(4)
  expect(await walk('sort_by=name_descending')).toEqual(names.toReversed())
  expect(new Set(await walk('sort_by=id_ascending'))).toEqual(new Set(names))
  const created = ['shop/web-1', 'shop/web-shop', 'bank/web-1', 'bank/web-bank']
  expect(new Set(await walk('created_order=descending'))).toEqual(new Set(created))
})

test('narrows the list of all projects, and counts it', async () => {
  expect(await walk('filter=project:shop')).toEqual(['shop/web-1', 'shop/web-shop'])
  expect(await walk('name_contains=BANK')).toEqual(['bank/web-bank'])
  expect(await walk('filter=state:running')).toEqual([])
  const total = async (query: string, as?: string) => (await list(`include_total=true&${query}`, as)).total
  expect(await total('')).toEqual({ count: 4, is_capped: false })
  expect(await total('name_contains=bank')).toEqual({ count: 1, is_capped: false })
  expect(await total('', 'ann')).toEqual({ count: 2, is_capped: false })
})

test('lists nothing of other silos, nor of projects without a role, also when asked for by name', async () => {
  expect(await walk('', 'ann')).toEqual(['shop/web-1', 'shop/web-shop'])
  expect(await walk('filter=project:bank', 'ann')).toEqual([])
  expect(await walk('', 'nobody')).toEqual([])
  expect(await walk('', 'stranger')).toEqual([])
  expect(await walk(`filter=project:${ids.shop}`, 'stranger')).toEqual([])
})

test('counts the instances of all projects by state, and only those that the caller may see', async () => {
  const counts = async (as?: string) =>
    (await world.ask('GET', '/experimental/v1/instance-counts', undefined, as && cookies[as])).body
      .instance_states
  const creating = (count: number) => [{ state: 'creating', total: { count, is_capped: false } }]
  expect(await counts()).toEqual(creating(4))
  expect(await counts('ann')).toEqual(creating(2))
  expect(await counts('nobody')).toEqual([])
  expect(await counts('stranger')).toEqual([])
})

test("shows the caller's role in the project of each instance", async () => {
  const roles = async (as?: string) =>
    (await list('', as)).items.map(({ my_role: role }: { my_role: string }) => role)
  expect(await roles()).toEqual(['admin', 'admin', 'admin', 'admin'])
  expect(await roles('ann')).toEqual(['viewer', 'viewer'])
})
