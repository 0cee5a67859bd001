import { GiB } from '@granary/domain/sizes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { allHandlers } from '../handlers.ts'
import { MOVED_AT_ONCE, unfinishedJobs } from '../kinds/bulk-job.ts'
import { chunks } from '../kit/base/chunks.ts'
import { runJob } from './run-job.ts'

const JOBS = '/experimental/v1/bulk-jobs'
/** Two portions and a part of one. */
const MANY = 2 * MOVED_AT_ONCE + 30
let world: World
let ada: string
let cookie: string
let job: string
beforeEach(async () => {
  // No worker runs: the tests carry out the tasks themselves, which is also what follows a kill.
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  ada = await addUser(world.services, 'main', 'ada', { silo: 'admin' })
  cookie = await signIn()
  job = await start()
})
afterEach(() => world.close())

const signIn = () => world.signIn('ada', 'ada')
const view = async (as = cookie) => (await world.ask('GET', `${JOBS}/${job}`, undefined, as)).body
const carryOut = (id = job) => runJob(allHandlers, world.services, id)
const retry = async (as = cookie) => (await world.ask('POST', `${JOBS}/${job}/retry`, undefined, as)).status
const isDisk = async (id: string) => (await world.ask('GET', `/v1/disks/${id}`)).status === 200

/** Makes a job that deletes many disks, one of which exists. @returns its id. */
async function start(): Promise<string> {
  const { db } = world.services
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const body = { name: 'disk', description: '', size: GiB, disk_backend: blank }
  const { id } = (await world.ask('POST', '/v1/disks?project=shop', body)).body
  await db.updateTable('disk').set({ state: 'detached' }).execute()
  const made = await world.ask('POST', JOBS, { operation: 'disk_delete', ids: [id] }, cookie)
  const item = await db.selectFrom('bulk_job_item').selectAll().executeTakeFirstOrThrow()
  const others = Array.from({ length: MANY - 1 }, () => ({ ...item, resource_id: crypto.randomUUID() }))
  for (const some of chunks(others)) await db.insertInto('bulk_job_item').values(some).execute()
  await db.updateTable('bulk_job').set({ waiting: MANY }).execute()
  return made.body.id
}

/** Whether the counts of the job are those of its items. */
async function expectRightCounts() {
  const { db } = world.services
  const items = await db.selectFrom('bulk_job_item').select('state').where('job_id', '=', job).execute()
  const count = (state: string) => items.filter((item) => item.state === state).length
  const { waiting, failed, succeeded, total } = await view()
  expect({ waiting, failed, succeeded }).toEqual({
    waiting: count('waiting'),
    failed: count('failed'),
    succeeded: count('succeeded'),
  })
  expect(total).toBe(MANY)
}

/** Fails all items, with a reason that a retry may help. */
async function fail() {
  const { db } = world.services
  await db
    .updateTable('bulk_job_item')
    .set({ state: 'failed', error_code: 'Conflict', message: 'conflict', time_done: 'then' })
    .execute()
  await db.updateTable('bulk_job').set({ waiting: 0, failed: MANY }).execute()
  // The disks that don't exist would be gone.
  await db.updateTable('bulk_job').set({ operation: 'project_delete_with_contents' }).execute()
}

/** Carries out the task until a portion moved no more items. */
async function moveAll(): Promise<number> {
  const own = world.services.db.selectFrom('bulk_job').select('moving').where('id', '=', job)
  const moving = () => own.executeTakeFirstOrThrow()
  let portions = 0
  for (; (await moving()).moving !== null; portions += 1) {
    await carryOut()
    await expectRightCounts()
  }
  return portions
}

const logOut = async () => expect((await world.ask('POST', `/v1/users/${ada}/logout`)).status).toBe(204)

test('a withdrawal refuses the parts of a large job in portions, and none of them runs before', async () => {
  const [{ resource_id: disk }] = (await world.services.db
    .selectFrom('bulk_job_item')
    .innerJoin('disk', 'disk.id', 'resource_id')
    .select('resource_id')
    .execute()) as [{ resource_id: string }]
  await logOut()
  cookie = await signIn()
  expect((await view()).waiting).toBe(MANY)
  expect((await view()).time_completed).toBeNull()
  expect(await moveAll()).toBe(3)
  expect(await view()).toMatchObject({ waiting: 0, failed: MANY, succeeded: 0 })
  expect((await view()).time_completed).not.toBeNull()
  expect(await isDisk(disk)).toBe(true)
})

test('a withdrawal stops a part of the current batch', async () => {
  const running = carryOut()
  await logOut()
  await running
  cookie = await signIn()
  const { succeeded, failed } = await view()
  expect(succeeded + failed).toBeLessThan(25)
  await moveAll()
  expect(await view()).toMatchObject({ waiting: 0, succeeded, failed: MANY - succeeded })
})

test('the next job of the user begins after the refused one', async () => {
  const [item] = await world.services.db.selectFrom('bulk_job_item').selectAll().limit(1).execute()
  const other = await signIn()
  await world.services.db.updateTable('bulk_job').set({ credential_id: 'stolen' }).execute()
  const disk = (await world.services.db.selectFrom('disk').select('id').executeTakeFirstOrThrow()).id
  const next = await world.ask('POST', JOBS, { operation: 'disk_delete', ids: [disk] }, other)
  expect(next.status).toBe(201)
  await world.services.db.updateTable('bulk_job').set({ moving: 'refuse' }).where('id', '=', job).execute()
  await world.services.db.deleteFrom('task').execute()
  await moveAll()
  await carryOut()
  const queued = await world.services.db.selectFrom('task').select('key').execute()
  expect(queued).toEqual([{ key: next.body.id }])
  expect(item!.state).toBe('waiting')
})

test('a retry of a large job queues its parts in portions, of which the first answers', async () => {
  await fail()
  expect(await retry()).toBe(202)
  expect((await view()).waiting).toBe(MOVED_AT_ONCE)
  await expectRightCounts()
  expect(await moveAll()).toBe(2)
  expect(await view()).toMatchObject({ waiting: MANY, failed: 0 })
})

test('a second retry between two portions begins anew, and queues each part once', async () => {
  await fail()
  await retry()
  await carryOut()
  expect(await retry()).toBe(202)
  await moveAll()
  expect(await view()).toMatchObject({ waiting: MANY, failed: 0, succeeded: 0 })
})

test('a withdrawal between two portions of a retry refuses all of it', async () => {
  await fail()
  await retry()
  await logOut()
  cookie = await signIn()
  await moveAll()
  expect(await view()).toMatchObject({ waiting: 0, failed: MANY, succeeded: 0 })
})

test('a retry between two portions of a withdrawal queues all parts again', async () => {
  await logOut()
  cookie = await signIn()
  await carryOut()
  expect((await view()).failed).toBe(MOVED_AT_ONCE)
  await world.services.db.updateTable('bulk_job').set({ operation: 'project_delete_with_contents' }).execute()
  expect(await retry()).toBe(202)
  await moveAll()
  expect(await view()).toMatchObject({ waiting: MANY, failed: 0 })
})

test('a retry whose user may not act any more queues no further parts', async () => {
  await fail()
  await retry()
  await world.services.db.updateTable('silo_user').set({ active: 0 }).where('id', '=', ada).execute()
  await carryOut()
  const row = await world.services.db.selectFrom('bulk_job').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ moving: null, waiting: MOVED_AT_ONCE, failed: MANY - MOVED_AT_ONCE })
})

test('a job of a deleted user stays until it expires, runs no part, and keeps no other job waiting', async () => {
  await world.services.db
    .updateTable('bulk_job')
    .set({ operation: 'project_delete_with_contents', target: 'a-project' })
    .execute()
  const path = `/v1/system/identity-providers/local/users/${ada}?silo=main`
  expect((await world.ask('DELETE', path)).status).toBe(204)
  expect(await carryOut()).toBeUndefined()
  const row = await world.services.db.selectFrom('bulk_job').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ waiting: MANY, failed: 0 })
  const { db } = world.services
  expect(await unfinishedJobs(db).select('id').execute()).toEqual([])
})
