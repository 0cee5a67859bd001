import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
const ids: Record<string, string> = {}
const addresses: Record<string, string> = {}
const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
const post = async (path: string, body: object): Promise<string> => {
  const { status, body: made } = await world.ask('POST', path, body)
  expect(status, JSON.stringify(made)).toBe(201)
  return made.id
}

beforeAll(async () => {
  world = await openWorld()
  for (const name of ['bank', 'shop']) {
    ids[name] = await post('/v1/projects', { name, description: '' })
    await createDisk(name, 'source', 1)
  }
  const disk = ids.source!
  await world.until(`/v1/disks/${disk}`, ({ state }) => state.state === 'detached')
  const snapshot = await post('/v1/snapshots?project=shop', { name: 'daily', description: '', disk })
  const image = { name: 'trixie', description: '', os: 'Debian', version: '13' }
  ids.trixie = await post('/v1/images', { ...image, source: { type: 'snapshot', id: snapshot } })
  await world.until(`/v1/images/${ids.trixie}`, ({ state }) => state === undefined || state === 'ready')
  await createInstance('shop', 'web-1', { ncpus: 1, image: ids.trixie })
  await createInstance('shop', 'web-2', { ncpus: 4 })
  await createInstance('shop', 'db', {
    ncpus: 8,
    description: 'Orders 100%, Köln, Ärger, ΛΌΓΟΣ, Übung-Österreich',
  })
  await createInstance('bank', 'web-1', { ncpus: 2 })
  await world.ask('POST', `/v1/instances/${ids['shop/db']}/start`)
  await world.until(`/v1/instances/${ids['shop/db']}`, ({ run_state: state }) => state === 'running')
  for (const name of ['shop/web-1', 'shop/db', 'bank/web-1']) {
    const { body } = await world.ask('GET', `/v1/network-interfaces?instance=${ids[name]}`)
    addresses[name] = body.items[0].ip_stack.value.ip
  }
  await createDisk('shop', 'large', 40)
  await createDisk('shop', 'copy', 1, {
    type: 'distributed',
    disk_source: { type: 'snapshot', snapshot_id: snapshot },
  })
})
afterAll(() => world.close())

async function createDisk(project: string, name: string, size: number, disk_backend: object = blank) {
  ids[name] = await post(`/v1/disks?project=${project}`, {
    name,
    description: '',
    size: size * GiB,
    disk_backend,
  })
}

type Machine = { ncpus: number; image?: string; description?: string }
async function createInstance(project: string, name: string, { ncpus, image, description = '' }: Machine) {
  const disk_backend = image
    ? { type: 'distributed', disk_source: { type: 'image', image_id: image } }
    : blank
  ids[`${project}/${name}`] = await post(`/v1/instances?project=${project}`, {
    name,
    description,
    hostname: `${name}.test`,
    ncpus,
    memory: ncpus * GiB,
    start: false,
    network_interfaces: { type: 'default_ipv4' },
    boot_disk: { type: 'create', name: `${name}-boot`, description: '', size: GiB, disk_backend },
  })
}

/** Returns the names of the items, having checked the total and the pages. */
async function names(list: string, filter: string): Promise<string[]> {
  const query = `${list}&filter=${encodeURIComponent(filter)}`
  const { status, body } = await world.ask('GET', `${query}&include_total=true`)
  expect(status, JSON.stringify(body)).toBe(200)
  const found: string[] = body.items.map(({ name }: { name: string }) => name)
  expect(body.total).toEqual({ count: found.length, is_capped: false })
  const walked: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const page: string = next ? `page_token=${next}` : query.slice(list.indexOf('?') + 1)
    const { body } = await world.ask('GET', `${list.slice(0, list.indexOf('?'))}?${page}&limit=1`)
    walked.push(...body.items.map(({ name }: { name: string }) => name))
    next = body.next_page
  }
  expect(walked).toEqual(found)
  return found
}

const INSTANCES: [string, string[]][] = [
  ['web', ['web-1', 'web-2']],
  ['WEB -web-1', ['web-2']],
  ['web-1,db', ['db', 'web-1']],
  ['name:=web', []],
  ['name:=DB', ['db']],
  ['web_1', []],
  ['state:running', ['db']],
  ['state:running,stopped', ['db', 'web-1', 'web-2']],
  ['-state:running', ['web-1', 'web-2']],
  ['state:running,stopped state:stopped', ['web-1', 'web-2']],
  ['vcpus:>=4 vcpus:<8', ['web-2']],
  ['vcpus:1,8', ['db', 'web-1']],
  ['memory:>4GiB', ['db']],
  ['-memory:4G', ['db', 'web-1']],
  ['created:<1h', ['db', 'web-1', 'web-2']],
  ['created:>1h', []],
  ['changed:>2020-01-01 db', ['db']],
  ['created:<2020-01-01', []],
  ['image:trixie', ['web-1']],
  ['-image:trixie', ['db', 'web-2']],
  ['image:*', ['web-1']],
  ['os:debian', ['web-1']],
  ['os:=deb', []],
  ['hostname:db.', ['db']],
  ['description:"orders 100%"', ['db']],
  ['description:100_', []],
  ['description:KÖLN', ['db']],
  ['description:köln', ['db']],
  ['description:ärger', ['db']],
  ['description:λόγοσ', ['db']],
  ['description:übung-österreich', ['db']],
  ['description:"Ärger"', ['db']],
  ['description:ärgerö', []],
  ['protected:no db', ['db']],
  ['protected:yes', []],
  ['address:10.0.0.0/8,fd00::1', []],
  ['address:172.30.0.0/16', ['db', 'web-1', 'web-2']],
]

test.each(INSTANCES)('narrows the instances of a project by %s', async (filter, expected) => {
  expect(await names('/v1/instances?project=shop', filter)).toEqual(expected)
})

test('finds an instance by ID or address as a word', async () => {
  const list = '/v1/instances?project=shop'
  expect(await names(list, ids['shop/db']!.toUpperCase())).toEqual(['db'])
  expect(await names(list, `-${ids['shop/db']}`)).toEqual(['web-1', 'web-2'])
  expect(await names(list, `image:${ids.trixie}`)).toEqual(['web-1'])
  expect(await names(list, addresses['shop/db']!)).toEqual(['db'])
  expect(await names(list, `-${addresses['shop/db']} ${addresses['shop/web-1']},db`)).toEqual(['web-1'])
})

test('narrows the instances of all projects', async () => {
  const list = '/experimental/v1/instances?sort_by=name_ascending'
  expect(await names(list, 'web-1')).toEqual(['web-1', 'web-1'])
  expect(await names(list, 'web-1 project:bank')).toEqual(['web-1'])
  expect(await names(list, `web -project:${ids.bank}`)).toEqual(['web-1', 'web-2'])
  expect(await names(list, 'state:running image:*')).toEqual([])
  expect(await names(list, 'state:running project:*')).toEqual(['db'])
  expect(await names(list, addresses['bank/web-1']!)).toContain('web-1')
})

test.each([
  ['size:>1GiB', ['large']],
  ['size:40GiB type:distributed', ['large']],
  ['type:local', []],
  ['instance:web-1', ['web-1-boot']],
  ['-instance:* -source', ['copy', 'large']],
  ['snapshot:daily', ['copy']],
  ['image:trixie', ['web-1-boot']],
  ['state:Attached -boot', []],
])('narrows disks by %s', async (filter, expected) => {
  expect(await names('/v1/disks?project=shop', filter)).toEqual(expected)
})

test('refuses a filter with its field, and names the term', async () => {
  const { status, body } = await world.ask('GET', '/v1/disks?project=shop&filter=web%20vcpus:4')
  expect(status).toBe(400)
  expect(body.message).toMatch(/"vcpus" is no field of this list, which has name, .*\(at character 5\)/)
  expect(body.problems).toEqual([
    expect.objectContaining({
      path: 'filter',
      code: 'invalid_format',
      message: expect.stringMatching(/"vcpus"/),
    }),
  ])
})
