import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { moveItems } from '../kinds/bulk-job.ts'
import { systemContext } from '../kit/resources/transaction.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

async function makeDisks(many: number): Promise<string[]> {
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const ids: string[] = []
  for (let at = 0; at < many; at++) {
    const body = { name: `disk-${count++}`, description: '', size: GiB, disk_backend: blank }
    ids.push((await world.ask('POST', '/v1/disks?project=shop', body)).body.id)
  }
  for (const id of ids) await world.until(`/v1/disks/${id}`, ({ state }) => state.state === 'detached')
  return ids
}
const JOBS = '/experimental/v1/bulk-jobs'
const start = (operation: string, ids: string[], cookie?: string) =>
  world.ask('POST', JOBS, { operation, ids }, cookie)
const done = (id: string) => world.until(`${JOBS}/${id}`, (job) => job.time_completed !== null)
const itemsOf = async (id: string) => (await world.ask('GET', `${JOBS}/${id}/items`)).body.items

test('processes each item regardless of the others, and records a result for each', async () => {
  const ids = await makeDisks(60)
  const [busy, gone] = ids as [string, string]
  await world.services.db.updateTable('disk').set({ state: 'maintenance' }).where('id', '=', busy).execute()
  await world.controlPlane.stop()
  const { status, body } = await start('disk_delete', ids)
  await world.ask('DELETE', `/v1/disks/${gone}`)
  await world.controlPlane.start()
  expect({ status, ...body }).toMatchObject({ status: 201, total: 60, waiting: 60, time_completed: null })
  expect(await done(body.id)).toMatchObject({ total: 60, waiting: 0, succeeded: 58, failed: 2 })
  const failed = (await itemsOf(body.id)).filter(({ state }: { state: string }) => state === 'failed')
  expect(failed).toHaveLength(2)
  expect(failed).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: busy,
        name: expect.stringMatching(/^disk-/),
        error_code: 'InvalidRequest',
        message: 'disk cannot be deleted in state "maintenance"',
        again: 'refused',
        resource: {
          kind: 'disk',
          name: expect.stringMatching(/^disk-/),
          project_name: 'shop',
          vpc_name: null,
        },
      }),
      expect.objectContaining({ id: gone, error_code: 'ObjectNotFound', again: 'gone', resource: null }),
    ]),
  )
  const left = (await world.ask('GET', '/v1/disks?project=shop')).body.items
  expect(left.map(({ id }: { id: string }) => id)).toEqual([busy])

  await world.services.db.updateTable('disk').set({ state: 'detached' }).where('id', '=', busy).execute()
  expect((await world.ask('POST', `${JOBS}/${body.id}/retry`)).status).toBe(202)
  expect(await done(body.id)).toMatchObject({ succeeded: 59, failed: 1 })
  expect((await world.ask('GET', JOBS)).body.items[0]).toMatchObject({
    id: body.id,
    operation: 'disk_delete',
  })
})

test("takes snapshots of many disks, each with a name made from the disk's, and refuses a disk in transition", async () => {
  const ids = await makeDisks(3)
  await world.services.db.updateTable('disk').set({ state: 'finalizing' }).where('id', '=', ids[2]!).execute()
  const { body } = await start('disk_snapshot', ids)
  expect(await done(body.id)).toMatchObject({ succeeded: 2, failed: 1 })
  const made = (await world.ask('GET', '/v1/snapshots?project=shop')).body.items
  const names = await Promise.all(
    ids.slice(0, 2).map(async (id) => (await world.ask('GET', `/v1/disks/${id}`)).body.name as string),
  )
  expect(made.map(({ disk_id }: { disk_id: string }) => disk_id).toSorted()).toEqual(
    ids.slice(0, 2).toSorted(),
  )
  for (const name of names)
    expect(made).toContainEqual(
      expect.objectContaining({ name: expect.stringMatching(new RegExp(`^${name}-[0-9a-f]{6}$`)) }),
    )
  const results = await itemsOf(body.id)
  expect(results.find(({ id }: { id: string }) => id === ids[2])).toMatchObject({
    error_code: 'ServiceNotAvailable',
    message: expect.stringContaining('cannot be snapshotted in state "finalizing"'),
  })
})

test('deletes groups of both kinds in one job', async () => {
  const make = async (kind: string) => {
    const body = { name: `g-${count++}`, description: '', policy: 'allow', failure_domain: 'sled' }
    return (await world.ask('POST', `/v1/${kind}?project=shop`, body)).body
  }
  const [apart, together] = [await make('anti-affinity-groups'), await make('affinity-groups')]
  const { body } = await start('any_affinity_group_delete', [apart.id, together.id])
  expect(await done(body.id)).toMatchObject({ succeeded: 2, failed: 0 })
  const items = await itemsOf(body.id)
  expect(
    items.map((one: { id: string; name: string; state: string }) => [one.id, one.name, one.state]),
  ).toEqual(
    [
      [apart.id, apart.name, 'succeeded'],
      [together.id, together.name, 'succeeded'],
    ].toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  )
  for (const kind of ['anti-affinity-groups', 'affinity-groups'])
    expect((await world.ask('GET', `/v1/${kind}?project=shop`)).body.items).toEqual([])
})

test('logs the changes of a job under its user', async () => {
  const [id] = await makeDisks(1)
  const { body } = await start('disk_delete', [id!])
  await done(body.id)
  const change = await world.services.db
    .selectFrom('change_log')
    .select(['operation', 'actor_kind', 'actor_id'])
    .where('resource_id', '=', id!)
    .where('action', '=', 'deleted')
    .executeTakeFirstOrThrow()
  const me = (await world.ask('GET', '/v1/me')).body.id
  expect(change).toEqual({ operation: 'disk_delete', actor_kind: 'user', actor_id: me })
})

test('applies the rights that the user has when an item runs', async () => {
  const [id] = await makeDisks(1)
  const { db } = world.services
  const { project_id } = (await world.ask('GET', `/v1/disks/${id}`)).body
  await addUser(world.services, 'main', 'looker', { projects: { [project_id]: 'viewer' } })
  await addSilo(world.services, 'elsewhere')
  await addUser(world.services, 'elsewhere', 'stranger', { silo: 'admin' })
  await addUser(world.services, 'main', 'leaver', { projects: { [project_id]: 'collaborator' } })
  const looker = await world.signIn('looker', 'looker')
  const stranger = await world.signIn('stranger', 'stranger', 'elsewhere')
  const asLooker = (await start('disk_delete', [id!], looker)).body
  expect((await start('disk_delete', [id!], stranger)).status).toBe(404)
  const leaver = await world.signIn('leaver', 'leaver')
  await world.controlPlane.stop()
  const asLeaver = (await start('disk_delete', [id!], leaver)).body
  const me = (await world.ask('GET', '/v1/me', undefined, leaver)).body.id
  await db.deleteFrom('role_assignment').where('identity_id', '=', me).execute()
  await world.controlPlane.start()
  const result = async (job: { id: string }, cookie: string) => {
    await expect
      .poll(async () => (await world.ask('GET', `${JOBS}/${job.id}`, undefined, cookie)).body.waiting)
      .toBe(0)
    return (await world.ask('GET', `${JOBS}/${job.id}/items`, undefined, cookie)).body.items[0]
  }
  expect(await result(asLooker, looker)).toMatchObject({
    name: expect.stringMatching(/^disk-/),
    error_code: 'Forbidden',
  })
  expect(await result(asLeaver, leaver)).toMatchObject({ error_code: 'ObjectNotFound' })
  expect((await world.ask('GET', `${JOBS}/${asLooker.id}`)).status).toBe(404)
  expect(await db.selectFrom('disk').select('id').where('id', '=', id!).execute()).toHaveLength(1)
})

test('stops and starts instances as the single operations do', async () => {
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    const name = `vm-${count++}`
    const body = { name, description: '', hostname: name, ncpus: 1, memory: GiB }
    ids.push((await world.ask('POST', '/v1/instances?project=shop', body)).body.id as string)
  }
  const all = (state: string) =>
    Promise.all(ids.map((id) => world.until(`/v1/instances/${id}`, ({ run_state }) => run_state === state)))
  await all('running')
  expect(await done((await start('instance_stop', ids)).body.id)).toMatchObject({ succeeded: 3 })
  await all('stopped')
  expect(await done((await start('instance_delete', ids)).body.id)).toMatchObject({ succeeded: 3 })
})

test('refuses a job with no items, too many, or duplicates', async () => {
  const id = crypto.randomUUID()
  expect((await start('disk_delete', [])).status).toBe(400)
  expect((await start('project_delete', [id])).status).toBe(400)
  expect(
    (
      await start(
        'disk_delete',
        Array.from({ length: 1001 }, () => crypto.randomUUID()),
      )
    ).status,
  ).toBe(400)
  expect((await start('disk_delete', [id, id])).body.message).toBe('each id may be given once only')
})

test('resumes a job after a server restart', async () => {
  const ids = await makeDisks(40)
  const { services, controlPlane } = world
  await controlPlane.stop()
  const { body } = await start('disk_delete', ids)
  // As after a crash: some items are done, and a dead worker holds the task.
  const [first] = ids.toSorted()
  const time_done = services.clock.now().toISOString()
  const settled = { state: 'succeeded', error_code: null, message: null, time_done } as const
  await moveItems(systemContext(services, 'test'), body.id, 'waiting', settled, [first!])
  await controlPlane.start()
  expect(await done(body.id)).toMatchObject({ succeeded: 40, failed: 0 })
  expect((await world.ask('GET', `/v1/disks/${first}`)).status).toBe(200)
})
