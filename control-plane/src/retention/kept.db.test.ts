import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { tooOld } from '../events/change-feed.ts'
import { pruneBatch } from '../kit/sql/prune.ts'
import { expiredRows } from './expired.ts'
import { pruneExpired } from './pruning.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const clock = manualClock()
let world: World
let userId: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  const user = world.services.db.selectFrom('silo_user').select('id').where('external_id', '=', 'admin')
  userId = (await user.executeTakeFirstOrThrow()).id
})
afterAll(() => world.close())

const at = (age: number) => new Date(clock.now().getTime() - age).toISOString()
const id = () => crypto.randomUUID()

test('a stream from the start of the log starts over once the first entry is gone', async () => {
  const { services } = world
  const START = { transaction: 0, seq: 0 }
  expect(await tooOld(services, START)).toBe(false)
  await services.db.deleteFrom('change_log').where('seq', '=', 1).execute()
  expect(await tooOld(services, START)).toBe(true)
})

test('results of a bulk job go with the job, and before it', async () => {
  const { services } = world
  const job = (age: number) => ({
    id: id(),
    user_id: userId,
    operation: 'instance_start',
    time_created: at(age),
  })
  const [young, old] = [job(2 * DAY), job(8 * DAY)]
  await services.db
    .insertInto('bulk_job')
    .values([young, old] as never)
    .execute()
  const item = (of: { id: string }) => ({ job_id: of.id, resource_id: id(), state: 'succeeded', position: 0 })
  await services.db
    .insertInto('bulk_job_item')
    .values([item(young), item(old)] as never)
    .execute()
  const jobs = expiredRows(services).find(({ table }) => table === 'bulk_job')!
  expect(await pruneBatch(services, jobs)).toBe(0)
  await pruneExpired(services)
  const left = await services.db.selectFrom('bulk_job_item').select('job_id').execute()
  expect(left).toEqual([{ job_id: young.id }])
  const ids = (await services.db.selectFrom('bulk_job').select('id').execute()).map((row) => row.id)
  expect([ids.includes(young.id), ids.includes(old.id)]).toEqual([true, false])
})

test('entries of the change log are kept for 90 days, and the newest one longer', async () => {
  const { services, ask, signIn } = world
  const cookie = await signIn('admin', 'secret')
  for (const name of ['one', 'two']) await ask('POST', '/v1/projects', { name, description: '' }, cookie)
  const seqs = async () => {
    const rows = await services.db.selectFrom('change_log').select('seq').orderBy('seq').execute()
    return rows.map(({ seq }) => seq)
  }
  const all = await seqs()
  const aging = async (age: number) => {
    await services.db
      .updateTable('change_log')
      .set({ time: at(age) })
      .execute()
    await pruneExpired(services)
    return seqs()
  }
  expect(await aging(90 * DAY - 1_000)).toEqual(all)
  expect(await aging(90 * DAY + 1_000)).toEqual(all.slice(-1))
})

test('the roles in a deleted project stay for an hour, in which streams hear of its deletion', async () => {
  const { services, ask, signIn } = world
  const cookie = await signIn('admin', 'secret')
  const made: string[] = []
  for (const name of ['kept', 'gone']) {
    const { id } = (await ask('POST', '/v1/projects', { name, description: '' }, cookie)).body
    made.push(id)
    const viewer = { identity_type: 'silo_user', identity_id: userId, role_name: 'viewer' }
    const policy = { role_assignments: [viewer] }
    expect((await ask('PUT', `/v1/projects/${id}/policy`, policy, cookie)).status).toBe(200)
  }
  await ask('DELETE', '/v1/vpc-subnets/default?project=gone&vpc=default', undefined, cookie)
  await ask('DELETE', '/v1/vpcs/default?project=gone', undefined, cookie)
  expect((await ask('DELETE', '/v1/projects/gone', undefined, cookie)).status).toBe(204)
  const withRoles = async () => {
    await pruneExpired(services)
    const roles = services.db.selectFrom('role_assignment').select('resource_id').orderBy('resource_id')
    return (await roles.where('resource_kind', '=', 'project').execute()).map((role) => role.resource_id)
  }
  await clock.advance(HOUR)
  expect(await withRoles()).toEqual(made.toSorted())
  await clock.advance(1_000)
  expect(await withRoles()).toEqual(made.slice(0, 1))
})

test('of the points of usage, the last one before the retention stays unless it is of nothing', async () => {
  const { services } = world
  const point = (scope: string, age: number, cpus: number) => ({
    counter: 'project' as const,
    scope_id: scope,
    time: at(age),
    cpus,
    memory: 0,
    storage: 0,
    cpus_change: 0,
    memory_change: 0,
    storage_change: 0,
  })
  const beyond = services.settings.metricsRetention + HOUR
  await services.db
    .insertInto('usage_point')
    .values([
      point('used', beyond + 2 * HOUR, 1),
      point('used', beyond + HOUR, 2),
      point('used', beyond - 2 * HOUR, 3),
      point('unused', beyond, 0),
    ])
    .execute()
  await pruneExpired(services)
  const left = services.db
    .selectFrom('usage_point')
    .select(['scope_id', 'cpus'])
    .where('scope_id', 'in', ['used', 'unused'])
  expect((await left.orderBy('time').execute()).map((row) => `${row.scope_id} ${row.cpus}`)).toEqual([
    'used 2',
    'used 3',
  ])
})

test('a second factor that was never confirmed goes after a day, and a confirmed one stays', async () => {
  const { services } = world
  const other = await addUser(services, 'main', 'other')
  const time_created = at(DAY + 1_000)
  const young = await addUser(services, 'main', 'young')
  await services.db
    .insertInto('second_factor')
    .values([
      { user_id: userId, secret: 'S', time_created, time_confirmed: at(DAY) },
      { user_id: other, secret: 'S', time_created, time_confirmed: null },
      { user_id: young, secret: 'S', time_created: at(DAY - 1_000), time_confirmed: null },
    ])
    .execute()
  await pruneExpired(services)
  const left = await services.db.selectFrom('second_factor').select('user_id').execute()
  expect(new Set(left.map(({ user_id }) => user_id))).toEqual(new Set([userId, young]))
})
