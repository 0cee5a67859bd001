import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo, addUser, siloId } from '../../test/people.ts'
import { useAndRows } from '../../test/quota.ts'
import { openWorld, type World } from '../../test/world.ts'
import { projectImage, siloImage } from '../kinds/image.ts'
import { find } from '../kit/resources/lookup.ts'
import { systemContext } from '../kit/resources/transaction.ts'
import { loadActor } from '../access/actor.ts'

let world: World
let count = 0
let snapshot: { id: string }
beforeAll(async () => {
  world = await openWorld()
  for (const name of ['shop', 'other']) await world.ask('POST', '/v1/projects', { name, description: '' })
  snapshot = await makeSnapshot()
})
afterAll(() => world.close())

async function makeSnapshot(): Promise<{ id: string }> {
  const name = `source-${count++}`
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 2048 } }
  const body = { name, description: '', size: GiB, disk_backend: blank }
  const disk = (await world.ask('POST', '/v1/disks?project=shop', body)).body
  await world.until(`/v1/disks/${disk.id}`, ({ state }) => state.state === 'detached')
  await world.services.compute.writeBlocks(disk.id, 0, new Uint8Array(2048).fill(5))
  const made = await world.ask('POST', '/v1/snapshots?project=shop', { name, description: '', disk: name })
  return world.until(`/v1/snapshots/${made.body.id}`, ({ state }) => state === 'ready')
}
const create = (project: string | null, change: object = {}, cookie?: string) =>
  world.ask(
    'POST',
    `/v1/images${project ? `?project=${project}` : ''}`,
    {
      name: `image-${count++}`,
      description: '',
      os: 'debian',
      version: '13',
      source: { type: 'snapshot', id: snapshot.id },
      ...change,
    },
    cookie,
  )
const ready = (id: string) => world.until(`/v1/images/${id}`, ({ state }) => state !== 'creating')
const names = async (query: string) =>
  (await world.ask('GET', `/v1/images${query}`)).body.items.map(({ name }: { name: string }) => name)

test('copies a snapshot to an image, deletes the snapshot, and creates disks from the image', async () => {
  const own = await makeSnapshot()
  const { status, body } = await create('shop', { name: 'first', source: { type: 'snapshot', id: own.id } })
  expect({ status, ...body }).toMatchObject({ status: 201, size: GiB, block_size: 2048, digest: null })
  expect((await world.ask('DELETE', `/v1/snapshots/${own.id}`)).status).toBe(204)
  expect((await ready(body.id)).state).toBe('ready')
  const disk = {
    name: 'of-image',
    description: '',
    size: 2 * GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'image', image_id: body.id } },
  }
  const made = (await world.ask('POST', '/v1/disks?project=shop', disk)).body
  expect(made).toMatchObject({ image_id: body.id, block_size: 2048 })
  expect((await world.ask('DELETE', `/v1/images/${body.id}`)).status).toBe(204)
  await world.until(`/v1/disks/${made.id}`, ({ state }) => state.state === 'detached')
  expect(await world.services.compute.readBlocks(made.id, 0, 2048)).toEqual(new Uint8Array(2048).fill(5))
})

test('promotes an image to the silo and demotes it to any project, and keeps its id', async () => {
  const { id, name } = (await create('shop', { name: 'wanderer' })).body
  await ready(id)
  expect(await names('?project=shop')).toContain(name)
  expect(await names('')).not.toContain(name)
  const promoted = await world.ask('POST', `/v1/images/${name}/promote?project=shop`)
  expect(promoted).toMatchObject({ status: 202, body: { id, project_id: null } })
  expect(await names('')).toContain(name)
  expect(await names('?project=shop')).not.toContain(name)
  const demoted = await world.ask('POST', `/v1/images/${name}/demote?project=other`)
  expect(demoted.status).toBe(202)
  expect(demoted.body.id).toBe(id)
  expect(await names('?project=other')).toContain(name)
  const changes = await world.services.db
    .selectFrom('change_log')
    .select(['kind', 'action'])
    .where('resource_id', '=', id)
    .where('operation', 'in', ['image_promote', 'image_demote'])
    .orderBy('seq')
    .execute()
  expect(changes.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
    'project-image deleted',
    'silo-image created',
    'silo-image deleted',
    'project-image created',
  ])
})

test('refuses to move an image to where its name is taken or where it already is', async () => {
  const inSilo = (await create(null, { name: 'twice' })).body
  const inProject = (await create('shop', { name: 'twice' })).body
  const message = async (path: string) => {
    const { status, body } = await world.ask('POST', path)
    return `${status} ${body.message}`
  }
  expect(await message(`/v1/images/${inProject.id}/promote`)).toBe('400 already exists: silo-image "twice"')
  expect(await message(`/v1/images/${inSilo.id}/demote?project=shop`)).toBe(
    '400 already exists: project-image "twice"',
  )
  expect(await message(`/v1/images/${inSilo.id}/promote`)).toBe('400 Cannot promote a silo image')
  expect(await message(`/v1/images/${inProject.id}/demote?project=shop`)).toBe(
    '400 Cannot demote a project image',
  )
  expect((await create('shop', { name: 'twice' })).body.error_code).toBe('ObjectAlreadyExists')
})

test('refuses an image of another project, of a broken snapshot, or without an operating system', async () => {
  expect((await create('other')).body.message).toBe('snapshot and image must be in the same project')
  const broken = await makeSnapshot()
  await world.services.db
    .updateTable('snapshot')
    .set({ state: 'faulted' })
    .where('id', '=', broken.id)
    .execute()
  const of = { source: { type: 'snapshot', id: broken.id } }
  expect((await create('shop', of)).body.message).toBe(
    'image cannot be made of a snapshot in state "faulted"',
  )
  expect((await create('shop', { os: '' })).body.message).toMatch(/^unable to parse JSON body: os: /)
})

test('only users who may modify silo images can create or delete them', async () => {
  const { id } = (await create(null)).body
  await addUser(world.services, 'main', 'reader', { silo: 'viewer' })
  await addUser(world.services, 'main', 'worker', { silo: 'limited_collaborator' })
  const [reader, worker] = await Promise.all(['reader', 'worker'].map((name) => world.signIn(name, name)))
  expect((await create(null, {}, reader)).status).toBe(403)
  expect((await world.ask('DELETE', `/v1/images/${id}`, undefined, reader)).status).toBe(403)
  expect((await create(null, {}, worker)).status).toBe(201)
  expect((await world.ask('DELETE', `/v1/images/${id}`, undefined, worker)).status).toBe(204)
})

test('marks an image faulted when the driver has lost its snapshot, and creates no disk from it', async () => {
  const lost = await makeSnapshot()
  await world.services.compute.deleteSnapshot(lost.id)
  const { body } = await create('shop', { source: { type: 'snapshot', id: lost.id } })
  expect(await ready(body.id)).toMatchObject({
    state: 'faulted',
    failure: expect.stringMatching(/^Snapshot .* is unknown$/),
  })
  const disk = {
    name: 'never',
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'image', image_id: body.id } },
  }
  const refused = await world.ask('POST', '/v1/disks?project=shop', disk)
  expect({ status: refused.status, message: refused.body.message }).toEqual({
    status: 400,
    message: expect.stringMatching(/a disk cannot be made of image .* in state "faulted"/),
  })
})

/** An image of a project that has no snapshots. */
const inOther = async (name: string) =>
  (await world.ask('POST', `/v1/images/${(await create(null, { name })).body.id}/demote?project=other`)).body

test('a bare name means the image of the silo, even if a project has an image with that name', async () => {
  await create('shop', { name: 'twin' })
  await inOther('twin')
  for (const [method, path] of [
    ['GET', '/v1/images/twin'],
    ['DELETE', '/v1/images/twin'],
    ['POST', '/v1/images/twin/demote?project=shop'],
  ] as const)
    expect(await world.ask(method, path)).toMatchObject({
      status: 404,
      body: { message: 'not found: silo-image with name "twin"' },
    })
  const { id } = (await create(null, { name: 'twin' })).body
  expect((await world.ask('GET', '/v1/images/twin')).body.id).toBe(id)
  expect((await world.ask('POST', '/v1/images/twin/demote?project=shop')).body.message).toBe(
    'already exists: project-image "twin"',
  )
  expect((await world.ask('DELETE', '/v1/images/twin')).status).toBe(204)
  expect((await world.ask('GET', '/v1/images/twin?project=other')).status).toBe(200)
})

test('refuses to create a disk from the image of another project', async () => {
  const { id } = await inOther('far')
  const source = { type: 'image', image_id: id }
  const body = {
    name: 'stray',
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: source },
  }
  expect(await world.ask('POST', '/v1/disks?project=shop', body)).toMatchObject({
    status: 400,
    body: { message: 'image must be in the same project as the disk, or an image of the silo' },
  })
})

test("counts images in the silo's storage quota, wherever they are, until they are deleted", async () => {
  await addSilo(world.services, 'small')
  await addUser(world.services, 'small', 'sam', { silo: 'admin' })
  const sam = await world.signIn('sam', 'sam', 'small')
  const ask = (method: string, path: string, body?: unknown) => world.ask(method, path, body, sam)
  await ask('POST', '/v1/projects', { name: 'lab', description: '' })
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  await ask('POST', '/v1/disks?project=lab', { name: 'd', description: '', size: GiB, disk_backend: blank })
  const lab = (path: string, state: string) =>
    expect.poll(async () => JSON.stringify((await ask('GET', path)).body.state)).toContain(state)
  await lab('/v1/disks/d?project=lab', 'detached')
  await ask('POST', '/v1/snapshots?project=lab', { name: 's', description: '', disk: 'd' })
  await lab('/v1/snapshots/s?project=lab', 'ready')
  const { id } = (await ask('GET', '/v1/snapshots/s?project=lab')).body
  const silo = await siloId(world.services, 'small')
  await world.services.db
    .updateTable('silo_quota')
    .set({ storage: 3 * GiB })
    .where('silo_id', '=', silo)
    .execute()
  const make = (name: string) =>
    ask('POST', '/v1/images?project=lab', {
      name,
      description: '',
      os: 'o',
      version: '1',
      source: { type: 'snapshot', id },
    })
  const used = async () => (await ask('GET', '/v1/utilization')).body.provisioned.storage
  expect((await make('one')).status).toBe(201)
  expect(await make('two')).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
  await lab('/v1/images/one?project=lab', 'ready')
  await ask('POST', '/v1/images/one/promote?project=lab')
  expect(await used()).toBe(3 * GiB)
  expect((await make('two')).status).toBe(507)
  await ask('POST', '/v1/images/one/demote?project=lab')
  const { used: counted, rows } = await useAndRows(world)
  expect(counted).toEqual(rows)
  expect((await ask('DELETE', '/v1/images/one?project=lab')).status).toBe(204)
  expect((await make('two')).status).toBe(201)
})

test('looks an image up among those of projects or those of the silo, whichever was looked up first', async () => {
  const { id } = (await create('shop')).body
  const me = (await world.ask('GET', '/v1/me')).body.id
  const actor = await loadActor(world.services.db, me, null)
  const context = { ...systemContext(world.services, 'test'), actor }
  const found = [
    await find(context, projectImage, { image: id }, 'read'),
    await find(context, siloImage, { image: id }, 'read').catch((error: Error) => error.message),
  ]
  expect(found).toEqual([
    expect.objectContaining({ row: expect.objectContaining({ id }) }),
    `not found: silo-image with id "${id}"`,
  ])
})

test('an image that is hidden from a user looks like one that does not exist', async () => {
  const { id } = (await create('shop')).body
  await addSilo(world.services, 'rivals')
  await addUser(world.services, 'rivals', 'rival', { silo: 'admin' })
  await addUser(world.services, 'main', 'outsider', {})
  const source = (image_id: string) => ({
    name: 'copy',
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'image', image_id } },
  })
  const rival = await world.signIn('rival', 'rival', 'rivals')
  const project = (await world.ask('POST', '/v1/projects', { name: 'own', description: '' }, rival)).body.id
  const requests: [string, (image: string) => [string, string, unknown?]][] = [
    ['view', (image) => ['GET', `/v1/images/${image}`]],
    ['delete', (image) => ['DELETE', `/v1/images/${image}`]],
    ['promote', (image) => ['POST', `/v1/images/${image}/promote`]],
    ['demote', (image) => ['POST', `/v1/images/${image}/demote?project=${project}`]],
    ['boot', (image) => ['POST', `/v1/disks?project=${project}`, source(image)]],
  ]
  for (const cookie of [rival, await world.signIn('outsider', 'outsider')])
    for (const [name, request] of requests) {
      const unknown = crypto.randomUUID()
      const answers = []
      for (const image of [id, unknown]) {
        const [method, path, sent] = request(image)
        const { status, body } = await world.ask(method, path, sent, cookie)
        answers.push([name, status, body.error_code, body.message.replace(image, 'ID')])
      }
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]![1]).toBe(404)
    }
})
