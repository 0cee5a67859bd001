import { DriverError } from '@granary/compute/driver-error.ts'
import { GiB, MiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeWeb } from '../../../test/image-files.ts'
import { addUser } from '../../../test/people.ts'
import { useAndRows } from '../../../test/quota.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { FetchRefusal } from '../../kit/base/image-files.ts'
import { runImageFetch } from './run.ts'

const FETCHES = '/experimental/v1/image-fetches'
const URL = 'https://images.example/debian.img'
const web = fakeWeb()
let world: World
let project: string
let count = 0
let hasSpaceFor = async (_bytes: number) => true

/** Two and a half MiB, with a hole of zeros. */
const file = new Uint8Array(2.5 * MiB).fill(7, 2 * MiB).fill(3, 0, 512)
const digestOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

beforeAll(async () => {
  world = await openWorld({ started: false })
  const { services, ask } = world
  services.imageFiles = web
  services.hasSpaceFor = (bytes) => hasSpaceFor(bytes)
  services.settings = { ...services.settings, fetchesImages: true }
  await world.controlPlane.start()
  project = (await ask('POST', '/v1/projects', { name: 'shop', description: '' })).body.id
  web.sites.set(URL, file)
})
afterAll(() => world.close())

const create = (change: object = {}, cookie?: string) => {
  const body = {
    name: `image-${count++}`,
    description: 'from the web',
    os: 'Debian',
    version: '13',
    url: URL,
  }
  return world.ask('POST', `${FETCHES}?project=shop`, { ...body, ...change }, cookie)
}
const over = (id: string) => world.until(`${FETCHES}/${id}`, (fetch) => fetch.time_completed !== null)
const inState = (id: string, state: string) =>
  world.until(`${FETCHES}/${id}`, (fetch) => fetch.state === state)
/** Fetches an image and waits for the end. */
const fetched = async (change: object = {}) => over((await create(change)).body.id)
/** What the driver keeps for fetches: nothing, once they are over. */
const records = async () =>
  (await world.services.db.selectFrom('image_fetch').select('disk_id').execute()).map(({ disk_id }) =>
    world.services.compute.readBlocks(disk_id, 0, 512).then(
      () => 'a disk',
      () => 'nothing',
    ),
  )

test('downloads a file, compares its checksum, and makes an image of it', async () => {
  web.sites.set('https://images.example/SHA256SUMS', `${await digestOf(file)} *debian.img\n`)
  const tags = [{ key: 'env', value: 'prod' }]
  const { status, body } = await create({ checksum_url: 'https://images.example/SHA256SUMS', tags })
  expect({ status, ...body }).toMatchObject({
    status: 201,
    project_id: project,
    state: 'waiting',
    block_size: 512,
    bytes_done: 0,
    bytes_total: null,
    image_id: null,
  })
  const done = await over(body.id)
  expect(done).toMatchObject({
    state: 'succeeded',
    bytes_done: file.length,
    bytes_total: file.length,
    message: null,
  })
  const image = (await world.ask('GET', `/v1/images/${done.image_id}`)).body
  expect(image).toMatchObject({
    name: body.name,
    description: 'from the web',
    os: 'Debian',
    version: '13',
    state: 'ready',
    size: GiB,
    block_size: 512,
    project_id: project,
    tags,
  })
  const disk = {
    name: 'of-image',
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'image', image_id: image.id } },
  }
  const { id } = (await world.ask('POST', '/v1/disks?project=shop', disk)).body
  await world.until(`/v1/disks/${id}`, ({ state }) => state.state === 'detached')
  const written = await world.services.compute.readBlocks(id, 0, file.length + 512)
  expect(await digestOf(written.slice(0, file.length) as Uint8Array<ArrayBuffer>)).toBe(await digestOf(file))
  expect(written.slice(file.length).every((byte) => byte === 0)).toBe(true)
  expect(web.files.size).toBe(0)
  expect(await Promise.all(await records())).not.toContain('a disk')
})

test('a wrong checksum fails and leaves nothing behind', async () => {
  const before = await useAndRows(world)
  const right = await digestOf(file)
  const wrong = right.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  const fetch = await fetched({ name: 'wrong', checksum: wrong.toUpperCase() })
  expect(fetch).toMatchObject({
    state: 'failed',
    error_code: 'FetchFailed',
    message: `The file has the SHA-256 checksum ${right}, and not ${wrong}. It was damaged or replaced.`,
    image_id: null,
  })
  web.sites.set('https://images.example/others', `${right}  other.img\n`)
  expect(await fetched({ checksum_url: 'https://images.example/others' })).toMatchObject({
    message: 'The list of checksums has none for "debian.img".',
  })
  expect(web.files.size).toBe(0)
  expect((await useAndRows(world)).used).toEqual(before.used)

  // The publisher mends it.
  await world.services.db
    .updateTable('image_fetch')
    .set({ checksum: right })
    .where('id', '=', fetch.id)
    .execute()
  expect((await world.ask('POST', `${FETCHES}/${fetch.id}/retry`)).status).toBe(202)
  expect(await over(fetch.id)).toMatchObject({ state: 'succeeded', error_code: null, message: null })
  expect((await world.ask('POST', `${FETCHES}/${fetch.id}/retry`)).body.message).toBe(
    'a fetch in state "succeeded" cannot be started again',
  )
})

test('a site that refuses fails with its reason', async () => {
  expect(await fetched({ url: 'https://images.example/none' })).toMatchObject({
    state: 'failed',
    message: 'The site does not serve the file.',
  })
})

test('a full quota fails before anything is downloaded, and a small one limits the download', async () => {
  const { id } = (await world.ask('GET', '/v1/system/silos/main')).body
  const quota = { cpus: null, memory: null }
  const used = (await world.ask('GET', '/v1/utilization')).body.provisioned.storage
  await world.ask('PUT', `/v1/system/silos/${id}/quotas`, { ...quota, storage: used })
  web.downloads.length = 0
  const fetch = await fetched({ name: 'too-much' })
  expect(web.downloads).toEqual([])
  await world.ask('PUT', `/v1/system/silos/${id}/quotas`, { ...quota, storage: used + 2 * GiB })
  await fetched()
  expect(web.downloads).toMatchObject([
    {
      max: 2 * GiB,
      tooLarge: 'The file is larger than the storage that the quota of the silo has left (2 GiB).',
    },
  ])
  await world.ask('PUT', `/v1/system/silos/${id}/quotas`, { ...quota, storage: 2 ** 45 })
  expect(fetch).toMatchObject({ state: 'failed', error_code: 'InsufficientCapacity', image_id: null })
  expect(fetch.message).toMatch(/storage/i)
  expect((await world.ask('GET', '/v1/images/too-much?project=shop')).status).toBe(404)
})

test('can be cancelled while it downloads', async () => {
  web.holds = true
  const { id } = (await create()).body
  await world.until(`${FETCHES}/${id}`, (fetch) => fetch.bytes_done > 0)
  expect((await world.ask('POST', `${FETCHES}/${id}/cancel`)).body.state).toBe('cancelling')
  expect(await over(id)).toMatchObject({ state: 'cancelled', message: null, image_id: null })
  web.holds = false
  // A second cancel changes nothing.
  expect((await world.ask('POST', `${FETCHES}/${id}/cancel`)).body.state).toBe('cancelled')
})

test('cancels a fetch whose site never answers', async () => {
  web.isSilent = true
  const { id } = (await create()).body
  await expect.poll(() => web.downloads.some((download) => download.id === id)).toBe(true)
  expect((await world.ask('POST', `${FETCHES}/${id}/cancel`)).body.state).toBe('cancelling')
  expect(await over(id)).toMatchObject({ state: 'cancelled', message: null, image_id: null })
  web.isSilent = false
})

test('cancels a fetch that fails just after it was cancelled', async () => {
  const digest = vi.spyOn(web, 'digest').mockImplementationOnce(async (id) => {
    await world.ask('POST', `${FETCHES}/${id}/cancel`)
    throw new FetchRefusal('The downloaded file is gone.')
  })
  expect(await fetched({ checksum: '0'.repeat(64) })).toMatchObject({ state: 'cancelled', message: null })
  digest.mockRestore()
})

test('a restart continues the download with what has arrived', async () => {
  web.holds = true
  const { id } = (await create()).body
  await world.until(`${FETCHES}/${id}`, (fetch) => fetch.bytes_done > 0)
  await world.controlPlane.stop()
  expect((await world.ask('GET', `${FETCHES}/${id}`)).body.state).toBe('downloading')
  web.holds = false
  web.downloads.length = 0
  await world.controlPlane.start()
  expect(await over(id)).toMatchObject({ state: 'succeeded' })
  expect(web.downloads).toMatchObject([
    { id, from: { done: file.length / 2, total: file.length, etag: '"1"' } },
  ])
})

test('a start discards the files of fetches that are over or unknown', async () => {
  const { id: ended } = await fetched()
  web.holds = true
  const { id } = (await create()).body
  await world.until(`${FETCHES}/${id}`, (fetch) => fetch.bytes_done > 0)
  await world.controlPlane.stop()
  for (const left of [ended, id, crypto.randomUUID()]) web.files.set(left, file)
  await world.controlPlane.start()
  const left = await web.list()
  web.holds = false
  await over(id)
  expect(left).toEqual([id])
})

test('deleting the image cancels the fetch that writes it', async () => {
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  const { open } = web
  web.open = async (id, blockSize) => {
    const contents = await open(id, blockSize)
    return { ...contents, read: (from, to) => held.then(() => contents.read(from, to)) }
  }
  const { id } = (await create({ name: 'unwanted' })).body
  await inState(id, 'writing')
  const { image_id: image } = await world.until(`${FETCHES}/${id}`, (fetch) => fetch.image_id !== null)
  expect((await world.ask('GET', `/v1/images/${image}`)).body.state).toBe('creating')
  expect((await world.ask('DELETE', `/v1/images/${image}`)).status).toBe(204)
  go()
  web.open = open
  expect(await over(id)).toMatchObject({ state: 'cancelled' })
  const { used, rows } = await useAndRows(world)
  expect(used).toEqual(rows)
})

test('deleting the image stops the copy before the driver makes a snapshot', async () => {
  const { compute } = world.services
  const snapshotDisk = vi.spyOn(compute, 'snapshotDisk')
  const createDisk = vi.spyOn(compute, 'createDisk').mockImplementationOnce(async (disk) => {
    createDisk.mockRestore()
    await compute.createDisk(disk)
    const { id } = (await world.ask('GET', '/v1/images/given-up?project=shop')).body
    expect((await world.ask('DELETE', `/v1/images/${id}`)).status).toBe(204)
  })
  expect(await fetched({ name: 'given-up' })).toMatchObject({ state: 'cancelled' })
  expect(snapshotDisk).not.toHaveBeenCalled()
  snapshotDisk.mockRestore()
})

test('a full disk ends a fetch, and the file is discarded first', async () => {
  const { compute } = world.services
  const full = new DriverError('insufficient_capacity', 'the data folder is full')
  const writeBlocks = vi.spyOn(compute, 'writeBlocks').mockRejectedValueOnce(full)
  const discard = vi.spyOn(web, 'discard')
  const deleteDisk = vi.spyOn(compute, 'deleteDisk')
  expect(await fetched()).toMatchObject({ state: 'failed', error_code: 'InsufficientCapacity' })
  const [discarded, deleted] = [discard, deleteDisk].map(({ mock }) => mock.invocationCallOrder[0])
  expect(discarded).toBeLessThan(deleted!)
  for (const spy of [writeBlocks, discard, deleteDisk]) spy.mockRestore()
  expect(await Promise.all(await records())).not.toContain('a disk')
})

test('a copy looks for space that it leaves to others', async () => {
  const asked: number[] = []
  hasSpaceFor = async (bytes) => asked.push(bytes) === 0
  const writeBlocks = vi.spyOn(world.services.compute, 'writeBlocks')
  const fetch = await fetched()
  hasSpaceFor = async () => true
  expect(fetch).toMatchObject({
    state: 'failed',
    error_code: 'InsufficientCapacity',
    message: expect.stringContaining('short of disk space'),
  })
  expect(asked).toEqual([GiB])
  expect(writeBlocks).not.toHaveBeenCalled()
  writeBlocks.mockRestore()
})

test('a run after a crash finds its image ready, and needs no file', async () => {
  const { services } = world
  const { id, image_id } = await fetched()
  await services.db
    .updateTable('image_fetch')
    .set({ state: 'writing', time_completed: null })
    .where('id', '=', id)
    .execute()
  const open = vi.spyOn(web, 'open')
  await runImageFetch(services, id, new AbortController().signal)
  expect((await world.ask('GET', `${FETCHES}/${id}`)).body).toMatchObject({ state: 'succeeded', image_id })
  expect(open).not.toHaveBeenCalled()
  open.mockRestore()
})

test('runs with the current rights of the user', async () => {
  const user = await addUser(world.services, 'main', 'ann', { projects: { [project]: 'collaborator' } })
  const cookie = await world.signIn('ann', 'ann')
  web.holds = true
  const { id } = (await create({}, cookie)).body
  await inState(id, 'downloading')
  await world.services.db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
  web.holds = false
  expect(await over(id)).toMatchObject({ state: 'failed', error_code: 'ObjectNotFound' })
})

test('refuses a name that is taken, too many at once, and a checksum that is none', async () => {
  web.holds = true
  const ids = [] as string[]
  for (let at = 0; at < 4; at++) ids.push((await create({ name: `one-${at}` })).body.id)
  const second = await create({ name: 'one-0' })
  expect(second).toMatchObject({ status: 429, body: { error_code: 'TooManyRequests' } })
  for (const id of ids.slice(1)) await world.ask('POST', `${FETCHES}/${id}/cancel`)
  for (const id of ids.slice(1)) await over(id)
  expect(await create({ name: 'one-0' })).toMatchObject({
    status: 400,
    body: { error_code: 'ObjectAlreadyExists', problems: [{ path: 'name' }] },
  })
  web.holds = false
  await over(ids[0]!)
  expect(await create({ name: 'one-0' })).toMatchObject({
    status: 400,
    body: { error_code: 'ObjectAlreadyExists' },
  })
  expect((await create({ checksum: 'abc' })).body.problems).toMatchObject([{ path: 'checksum' }])
  expect((await create({ url: 'ftp://images.example' })).body.problems).toMatchObject([{ path: 'url' }])
  const listed = (await world.ask('GET', `${FETCHES}?project=shop`)).body.items
  expect(listed.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids))
})

test('a server that fetches nothing refuses', async () => {
  const { services } = world
  expect((await world.ask('GET', '/experimental/v1/image-catalog')).body).toMatchObject({ can_fetch: true })
  services.settings = { ...services.settings, fetchesImages: false }
  expect(await create()).toMatchObject({
    status: 400,
    body: { message: 'this server does not fetch images; upload the file instead' },
  })
  const catalog = (await world.ask('GET', '/experimental/v1/image-catalog')).body
  expect(catalog.can_fetch).toBe(false)
  expect(catalog.images).toContainEqual(
    expect.objectContaining({ name: 'debian-13', default_user: 'debian' }),
  )
  services.settings = { ...services.settings, fetchesImages: true }
})
