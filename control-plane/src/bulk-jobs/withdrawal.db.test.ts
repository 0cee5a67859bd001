import { GiB } from '@granary/domain/sizes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { allHandlers } from '../handlers.ts'
import { runJob } from './run-job.ts'

const JOBS = '/experimental/v1/bulk-jobs'
const SESSIONS = '/experimental/v1/me/sessions'
let world: World
let ada: string
let disks = 0
beforeEach(async () => {
  // No worker runs: the tests carry out the tasks themselves.
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  ada = await addUser(world.services, 'main', 'ada', { silo: 'admin' })
})
afterEach(() => world.close())

const signIn = () => world.signIn('ada', 'ada')
async function start(many: number, cookie: string, headers = {}): Promise<string> {
  const ids: string[] = []
  for (let at = 0; at < many; at++) {
    const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
    const body = { name: `disk-${disks++}`, description: '', size: GiB, disk_backend: blank }
    ids.push((await world.ask('POST', '/v1/disks?project=shop', body)).body.id)
  }
  await world.services.db.updateTable('disk').set({ state: 'detached' }).execute()
  const job = await world.ask('POST', JOBS, { operation: 'disk_delete', ids }, cookie, headers)
  expect(job.status).toBe(201)
  return job.body.id
}
const carryOut = (id: string) => runJob(allHandlers, world.services, id)
const results = async (id: string) => {
  const rows = world.services.db.selectFrom('bulk_job_item').select(['state', 'error_code', 'message'])
  const items = await rows.where('job_id', '=', id).execute()
  const count = (state: string) => items.filter((item) => item.state === state).length
  const failed = items.find(({ state }) => state === 'failed')
  return {
    waiting: count('waiting'),
    succeeded: count('succeeded'),
    failed: count('failed'),
    ...(failed && { code: failed.error_code, message: failed.message }),
  }
}
const REFUSED = {
  code: 'Unauthorized',
  message: 'the session or access token that began this was withdrawn; retry it if you still want it',
}
const isQueued = async (id: string) =>
  (await world.services.db.selectFrom('task').select('id').where('key', '=', id).execute()).length === 1

test('refuses the rest of the jobs of a user whom an admin signs out', async () => {
  const session = await signIn()
  const job = await start(30, session)
  await carryOut(job)
  expect(await results(job)).toEqual({ waiting: 5, succeeded: 25, failed: 0 })
  expect((await world.ask('POST', `/v1/users/${ada}/logout`)).status).toBe(204)
  expect(await carryOut(job)).toBeUndefined()
  expect(await results(job)).toEqual({ waiting: 0, succeeded: 25, failed: 5, ...REFUSED })
})

test('refuses the jobs of an ended session only, runs the next one, and lets the user retry', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const [stolen, own] = [await start(2, there), await start(2, here)]
  // The task of the second job ends, because the first one enqueues it again.
  await carryOut(own)
  await world.services.db.deleteFrom('task').where('key', '=', own).execute()
  const other = (await world.ask('GET', SESSIONS, undefined, here)).body.items.find(
    ({ is_current }: { is_current: boolean }) => !is_current,
  )
  expect((await world.ask('DELETE', `${SESSIONS}/${other.id}`, undefined, here)).status).toBe(204)
  await carryOut(stolen)
  expect(await results(stolen)).toEqual({ waiting: 0, succeeded: 0, failed: 2, ...REFUSED })
  expect(await isQueued(own)).toBe(true)
  await carryOut(own)
  expect(await results(own)).toEqual({ waiting: 0, succeeded: 2, failed: 0 })

  expect((await world.ask('POST', `${JOBS}/${stolen}/retry`, undefined, here)).status).toBe(202)
  // The job belongs to the session that retries it now.
  expect((await world.ask('POST', `${SESSIONS}/end-others`, undefined, here)).status).toBe(204)
  await carryOut(stolen)
  expect(await results(stolen)).toEqual({ waiting: 0, succeeded: 2, failed: 0 })
})

test('refuses the jobs of all other sessions when a user ends them, and of a deleted access token', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const ofSession = await start(1, there)
  await world.ask('POST', `${SESSIONS}/end-others`, undefined, here)
  expect(await results(ofSession)).toEqual({ waiting: 0, succeeded: 0, failed: 1, ...REFUSED })

  const token = await grantToken(world, here)
  const ofToken = await start(1, '', bearer(token))
  const [{ id }] = (await world.ask('GET', '/v1/me/access-tokens', undefined, here)).body.items
  expect((await world.ask('DELETE', `/v1/me/access-tokens/${id}`, undefined, here)).status).toBe(204)
  expect(await results(ofToken)).toEqual({ waiting: 0, succeeded: 0, failed: 1, ...REFUSED })
})

test('announces every job that loses parts, also those whose turn it was not', async () => {
  const there = await signIn()
  const done = await start(1, there)
  await carryOut(done)
  const jobs = [await start(1, there), await start(1, there)]
  const { db } = world.services
  // The task of the second job ends, because the first one enqueues it again.
  await db.deleteFrom('task').execute()
  await db.deleteFrom('change_log').execute()
  expect((await world.ask('POST', `/v1/users/${ada}/logout`)).status).toBe(204)
  for (const { key } of await db.selectFrom('task').select('key').execute()) await carryOut(key)
  const announced = await db
    .selectFrom('change_log')
    .select('resource_id')
    .where('kind', '=', 'bulk-job')
    .where('action', '=', 'updated')
    .execute()
  expect(announced.map(({ resource_id }) => resource_id).toSorted()).toEqual(jobs.toSorted())
})

test('a change of the own password refuses the jobs of other sessions, and a sign-out refuses none', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const [own, other] = [await start(1, here), await start(1, there)]
  const body = { current_password: 'ada', new_password: 'a much longer password' }
  expect((await world.ask('POST', '/experimental/v1/me/password', body, here)).status).toBe(204)
  expect((await results(other)).failed).toBe(1)
  expect((await world.ask('POST', '/v1/logout', undefined, here)).status).toBe(204)
  await carryOut(own)
  expect(await results(own)).toEqual({ waiting: 0, succeeded: 1, failed: 0 })
})

test('no part runs once its session is withdrawn, also not one of the current batch', async () => {
  const job = await start(20, await signIn())
  const running = carryOut(job)
  while ((await results(job)).succeeded === 0) await new Promise((resolve) => setImmediate(resolve))
  expect((await world.ask('POST', `/v1/users/${ada}/logout`)).status).toBe(204)
  const { succeeded, failed } = await results(job)
  expect(succeeded + failed).toBe(20)
  await running
  expect(await results(job)).toMatchObject({ waiting: 0, succeeded, failed })
})
