import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let ann: string
const ids: Record<string, string> = {}
const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
const post = async (path: string, body: object): Promise<string> => {
  const { status, body: made } = await world.ask('POST', path, body)
  expect(status).toBe(201)
  return made.id
}

beforeAll(async () => {
  world = await openWorld()
  for (const name of ['bank', 'shop']) ids[name] = await post('/v1/projects', { name, description: '' })
  const source = { name: 'source', description: '', size: GiB, disk_backend: blank }
  const disk = await post('/v1/disks?project=shop', source)
  await world.until(`/v1/disks/${disk}`, ({ state }) => state.state === 'detached')
  const snapshot = await post('/v1/snapshots?project=shop', { name: 'source', description: '', disk })
  for (const [name, os] of Object.entries({ bookworm: 'debian', trixie: 'debian', jammy: 'ubuntu' })) {
    const image = { name, description: '', os, version: '1', source: { type: 'snapshot', id: snapshot } }
    ids[name] = await post('/v1/images', image)
    await world.until(`/v1/images/${ids[name]}`, () => true)
  }
  await createInstance('shop', 'a', 'bookworm')
  await createInstance('shop', 'b', 'trixie')
  await createInstance('bank', 'c', 'trixie')
  await createInstance('bank', 'd', 'jammy')
  await createInstance('bank', 'e', null)
  await addUser(world.services, 'main', 'ann', { projects: { [ids.shop!]: 'viewer' } })
  ann = await world.signIn('ann', 'ann')
})
afterAll(() => world.close())

const createInstance = (project: string, name: string, image: string | null) => {
  const disk_backend = image
    ? { type: 'distributed', disk_source: { type: 'image', image_id: ids[image] } }
    : blank
  const disk = { type: 'create', name: `${name}-boot`, description: '', size: GiB, disk_backend }
  return post(`/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    start: false,
    boot_disk: disk,
  })
}

const names = async (path: string): Promise<string[]> => {
  const { status, body } = await world.ask('GET', `${path}&include_total=true`)
  expect(status).toBe(200)
  const found = body.items.map(({ name }: { name: string }) => name)
  expect(body.total).toEqual({ count: found.length, is_capped: false })
  return found
}

test.each([
  ['filter=image:trixie', ['b', 'c']],
  ['filter=image:trixie,jammy', ['b', 'c', 'd']],
  ['filter=os:debian', ['a', 'b', 'c']],
  ['filter=os:debian+image:jammy', []],
  ['filter=os:debian&name_contains=B', ['b']],
  ['filter=os:debian+state:running', []],
  ['filter=project:shop+os:debian', ['a', 'b']],
])('narrows the instances of all projects by %s', async (query, expected) => {
  expect(await names(`/experimental/v1/instances?${query}`)).toEqual(expected)
})

test('narrows the instances of a project, by the ID of an image too', async () => {
  const list = '/v1/instances?project=bank'
  expect(await names(`${list}&filter=image:${ids.trixie}`)).toEqual(['c'])
  expect(await names(`${list}&filter=os:ubuntu,debian`)).toEqual(['c', 'd'])
  expect(await names(`${list}&filter=os:ubuntu&name_contains=c`)).toEqual([])
})

test('counts the instances of visible projects by image', async () => {
  const counts = async (query: string, cookie?: string) => {
    const { body } = await world.ask('GET', `/experimental/v1/instance-images${query}`, undefined, cookie)
    return body.items.map(
      ({ name, os, total }: { name: string; os: string; total: { count: number; is_capped: boolean } }) => {
        expect(total.is_capped).toBe(false)
        return `${name} ${os} ${total.count}`
      },
    )
  }
  expect(await counts('')).toEqual(['bookworm debian 1', 'jammy ubuntu 1', 'trixie debian 2'])
  expect(await counts('?project=bank')).toEqual(['jammy ubuntu 1', 'trixie debian 1'])
  const ofShop = ['bookworm debian 1', 'trixie debian 1']
  expect(await counts('', ann)).toEqual(ofShop)
  expect(await counts('?project=bank', ann)).toEqual([])
})

test('matches the name and system of an image only for callers that may see it, after it moved to another project', async () => {
  const { status } = await world.ask('POST', `/v1/images/${ids.trixie}/demote?project=bank`)
  expect(status).toBe(202)
  const found = async (path: string, filter: string, cookie?: string): Promise<string[]> => {
    const { body } = await world.ask('GET', `${path}filter=${encodeURIComponent(filter)}`, undefined, cookie)
    return body.items.map(({ name }: { name: string }) => name)
  }
  const lists = [
    ['/v1/instances?project=shop&', 'a', 'b'],
    ['/experimental/v1/instances?', 'a', 'b'],
    ['/v1/disks?project=shop&', 'a-boot', 'b-boot'],
  ] as const
  for (const [path, a, b] of lists) {
    expect(await found(path, `image:trixie name:=${b}`, ann), path).toEqual([])
    expect(await found(path, `-image:trixie name:=${b}`, ann), path).toEqual([b])
    // The list shows this ID, and the disk has an image even if the caller can't see it.
    expect(await found(path, `image:${ids.trixie} name:=${b}`, ann), path).toEqual([b])
    expect(await found(path, `image:* name:=${b}`, ann), path).toEqual([b])
    expect(await found(path, 'image:bookworm', ann), path).toEqual([a])
    expect(await found(path, `image:trixie name:=${b}`), path).toEqual([b])
  }
  expect(await found('/v1/instances?project=shop&', 'os:debian', ann)).toEqual(['a'])
  expect(await found('/v1/instances?project=shop&', 'os:debian')).toEqual(['a', 'b'])
  const { body } = await world.ask('GET', '/experimental/v1/instance-images', undefined, ann)
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['bookworm'])
})
