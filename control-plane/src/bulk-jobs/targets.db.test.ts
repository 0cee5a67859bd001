import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let shop: string
beforeAll(async () => {
  world = await openWorld()
  shop = (await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })).body.id
  await world.ask('POST', '/v1/projects', { name: 'lab', description: '' })
})
afterAll(() => world.close())

const JOBS = '/experimental/v1/bulk-jobs'
const start = (body: object, cookie?: string) => world.ask('POST', JOBS, body, cookie)
async function run(operation: string, ids: string[], target?: string) {
  const { body } = await start({ operation, ids, ...(target && { target }) })
  await world.until(`${JOBS}/${body.id}`, (job) => job.time_completed !== null)
  const { items } = (await world.ask('GET', `${JOBS}/${body.id}/items`)).body
  return new Map(items.map((item: { id: string }) => [item.id, item])) as Map<
    string,
    { state: string; message: string | null; again: string | null }
  >
}
const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
const newDisk = (name: string) => ({
  type: 'create',
  name,
  description: '',
  size: GiB,
  disk_backend: blank,
})
/** A stopped instance with a boot disk and a second disk. */
async function makeInstance(name: string) {
  const { body } = await world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    start: false,
    boot_disk: newDisk(`${name}-boot`),
    disks: [newDisk(`${name}-data`)],
  })
  await world.until(`/v1/instances/${body.id}`, ({ run_state }) => run_state === 'stopped')
  const of = async (): Promise<{ id: string; name: string }[]> =>
    (await world.ask('GET', `/v1/instances/${body.id}/disks`)).body.items
  const disks = await of()
  for (const { id } of disks) await world.until(`/v1/disks/${id}`, ({ state }) => state.state === 'attached')
  const idOf = (end: string) => disks.find((disk) => disk.name === `${name}-${end}`)!.id
  return { id: body.id as string, boot: idOf('boot'), data: idOf('data') }
}
async function makeFree(name: string): Promise<string> {
  const body = { name, description: '', size: GiB, disk_backend: blank }
  return (await world.ask('POST', '/v1/disks?project=shop', body)).body.id
}
const isThere = async (id: string) => (await world.ask('GET', `/v1/disks/${id}`)).status === 200

test('deletes instances with their disks, each as a whole or not at all', async () => {
  const [good, bad] = [await makeInstance('good'), await makeInstance('bad')]
  const { db } = world.services
  // This state would count as detached, so only a disk in creation blocks the deletion.
  await db.updateTable('disk').set({ state: 'creating' }).where('id', '=', bad.data).execute()
  const results = await run('instance_delete_with_disks', [good.id, bad.id])
  expect(results.get(good.id)).toMatchObject({ state: 'succeeded' })
  expect(results.get(bad.id)).toMatchObject({
    state: 'failed',
    message: 'cannot delete disk "bad-data": disk cannot be deleted in state "creating"',
    again: 'may_help',
  })
  expect(await Promise.all([good.boot, good.data, bad.boot, bad.data].map(isThere))).toEqual([
    false,
    false,
    true,
    true,
  ])
  const left = (await world.ask('GET', `/v1/instances/${bad.id}/disks`)).body.items
  expect(left).toHaveLength(2)
})

test('deletes only the disks that the instance had when the job was created', async () => {
  const { id, boot, data } = await makeInstance('late')
  const { controlPlane } = world
  await controlPlane.stop()
  const { body } = await start({ operation: 'instance_delete_with_disks', ids: [id] })
  const { db } = world.services
  const other = await makeFree('other')
  await db.updateTable('disk').set({ instance_id: null, state: 'detached' }).where('id', '=', data).execute()
  await db.updateTable('disk').set({ instance_id: id, state: 'attached' }).where('id', '=', other).execute()
  await controlPlane.start()
  await world.until(`${JOBS}/${body.id}`, (job) => job.succeeded === 1)
  expect(await Promise.all([boot, data, other].map(isThere))).toEqual([false, true, true])
})

test('detaches disks from any instance; refuses the boot disk, and a detached disk is already done', async () => {
  const { id, boot, data } = await makeInstance('holder')
  const free = (await makeInstance('former')).data
  await world.services.db
    .updateTable('disk')
    .set({ instance_id: null, state: 'detached' })
    .where('id', '=', free)
    .execute()
  const results = await run('disk_detach', [boot, data, free])
  expect(results.get(data)).toMatchObject({ state: 'succeeded' })
  expect(results.get(free)).toMatchObject({ state: 'succeeded' })
  expect(results.get(boot)).toMatchObject({ message: 'boot disk cannot be detached', again: 'refused' })
  const left = (await world.ask('GET', `/v1/instances/${id}/disks`)).body.items
  expect(left.map((disk: { id: string }) => disk.id)).toEqual([boot])
})

test('demotes silo images to the named project; an image whose name is taken there stays', async () => {
  const disk = await makeFree('source')
  await world.until(`/v1/disks/${disk}`, ({ state }) => state.state === 'detached')
  const snapshot = (
    await world.ask('POST', '/v1/snapshots?project=shop', { name: 's', description: '', disk })
  ).body.id
  const image = async (name: string, where = '') =>
    (
      await world.ask('POST', `/v1/images${where}`, {
        name,
        description: '',
        os: 'a',
        version: '1',
        source: { type: 'snapshot', id: snapshot },
      })
    ).body.id as string
  const [a, b] = [await image('a'), await image('b')]
  await image('b', '?project=shop')
  const results = await run('image_demote', [a, b], 'shop')
  expect(results.get(a)).toMatchObject({ state: 'succeeded' })
  expect(results.get(b)).toMatchObject({ message: 'already exists: project-image "b"', again: 'may_help' })
  const there = (await world.ask('GET', '/v1/images?project=shop')).body.items
  expect(there.map((one: { id: string }) => one.id)).toContain(a)
})
test.each(['anti-affinity', 'affinity'])('removes members from an %s group', async (kind) => {
  const make = async (name: string) => (await makeInstance(`${kind}-${name}`)).id
  const [in1, in2, out] = [await make('in1'), await make('in2'), await make('out')]
  const policy = { name: 'g', description: '', policy: 'allow', failure_domain: 'sled' }
  const { id } = (await world.ask('POST', `/v1/${kind}-groups?project=shop`, policy)).body
  for (const member of [in1, in2])
    await world.ask('POST', `/v1/${kind}-groups/${id}/members/instance/${member}`)
  const operation = `${kind.replace('-', '_')}_group_member_delete`
  const results = await run(operation, [in1, out], id)
  expect(results.get(in1)).toMatchObject({ state: 'succeeded' })
  expect(results.get(out)).toMatchObject({ state: 'failed', again: 'gone' })
  const left = (await world.ask('GET', `/v1/${kind}-groups/${id}/members`)).body.items
  expect(left.map((member: { value: { id: string } }) => member.value.id)).toEqual([in2])
})

test('refuses a target that is missing, unneeded, nonexistent or not accessible to the caller', async () => {
  const ids = [crypto.randomUUID()]
  expect((await start({ operation: 'image_demote', ids })).body.message).toBe('image_demote needs a target')
  expect((await start({ operation: 'disk_delete', ids, target: 'lab' })).body.message).toBe(
    'disk_delete takes no target',
  )
  expect((await start({ operation: 'image_demote', ids, target: 'nowhere' })).status).toBe(404)
  await addUser(world.services, 'main', 'looker', { projects: { [shop]: 'viewer' } })
  const looker = await world.signIn('looker', 'looker')
  expect((await start({ operation: 'image_demote', ids, target: 'shop' }, looker)).status).toBe(403)
  expect((await start({ operation: 'image_demote', ids, target: 'lab' }, looker)).status).toBe(404)
})

test('resizes stopped instances, keeps what the job does not change, and refuses running ones', async () => {
  const [small, running] = [await makeInstance('small'), await makeInstance('large')]
  await world.ask('POST', `/v1/instances/${running.id}/start`)
  await world.until(`/v1/instances/${running.id}`, ({ run_state }) => run_state === 'running')
  const view = async (id: string) => (await world.ask('GET', `/v1/instances/${id}`)).body
  const before = await view(small.id)
  const { body } = await start({
    operation: 'instance_resize',
    ids: [small.id, running.id],
    memory: 3 * GiB,
  })
  expect(body).toMatchObject({ ncpus: null, memory: 3 * GiB })
  await world.until(`${JOBS}/${body.id}`, (job) => job.time_completed !== null)
  expect(await view(small.id)).toEqual({
    ...before,
    memory: 3 * GiB,
    time_modified: expect.any(String),
  })
  expect(await view(running.id)).toMatchObject({ ncpus: 1, memory: GiB, run_state: 'running' })
  const { items } = (await world.ask('GET', `${JOBS}/${body.id}/items`)).body
  expect(items.find(({ id }: { id: string }) => id === running.id)).toMatchObject({
    state: 'failed',
    message: 'instance must be stopped to change CPU or memory',
    again: 'refused',
  })
})

test('refuses a size that is missing, out of bounds, or unneeded', async () => {
  const ids = [crypto.randomUUID()]
  const problemsOf = async (body: object) =>
    (await start({ ids, ...body })).body.problems.map(({ path, code }: { path: string; code: string }) => [
      path,
      code,
    ])
  expect(await problemsOf({ operation: 'instance_resize' })).toEqual([
    ['ncpus', 'required'],
    ['memory', 'required'],
  ])
  expect(await problemsOf({ operation: 'instance_resize', ncpus: 255, memory: GiB + 1 })).toEqual([
    ['ncpus', 'out_of_range'],
    ['memory', 'not_multiple'],
  ])
  expect(await problemsOf({ operation: 'instance_stop', ncpus: 2 })).toEqual([['ncpus', 'not_allowed']])
})
