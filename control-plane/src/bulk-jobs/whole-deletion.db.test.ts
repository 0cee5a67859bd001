import { afterEach, beforeEach, expect, test } from 'vitest'
import { countingStatements } from '../../test/counted-statements.ts'
import { addUser } from '../../test/people.ts'
import { newSilo } from '../../test/silos.ts'
import { openWorld, type World } from '../../test/world.ts'
import { allHandlers } from '../handlers.ts'
import { chunks } from '../kit/base/chunks.ts'
import { systemContext } from '../kit/resources/transaction.ts'
import { loadActor } from '../access/actor.ts'
import { bulkJobHandlers } from './handlers.ts'
import { runJob } from './run-job.ts'

const JOBS = '/experimental/v1/bulk-jobs'
const SESSIONS = '/experimental/v1/me/sessions'
/** More than two portions of a listing, of 1,000 each. */
const MANY = 2_400
let world: World
beforeEach(async () => {
  // No worker runs: the tests carry out the tasks themselves.
  world = await openWorld({ started: false })
})
afterEach(() => world.close())

async function newProject(name: string, groups: number, cookie?: string): Promise<string> {
  const { body } = await world.ask('POST', '/v1/projects', { name, description: '' }, cookie)
  await addGroups(body.id, groups)
  return body.id
}

/**
 * Adds affinity groups to a project, beyond the limit of requests: they are the cheapest resources.
 * @param age milliseconds since they were added; negative for groups that are newer than anything of the same moment.
 */
async function addGroups(project_id: string, many: number, age = 0): Promise<void> {
  const time = new Date(world.services.clock.now().getTime() - age).toISOString()
  const rows = Array.from({ length: many }, () => {
    const id = crypto.randomUUID()
    const times = { time_created: time, time_modified: time }
    return {
      id,
      name: `g-${id}`,
      description: '',
      tags: '{}',
      ...times,
      project_id,
      policy: 'allow' as const,
    }
  })
  for (const some of chunks(rows))
    await world.services.db
      .insertInto('affinity_group')
      .values(some.map((row) => ({ ...row, failure_domain: 'sled' as const })))
      .execute()
}

const remove = (path: string, name: string, cookie?: string) =>
  world.ask('POST', `/experimental/v1/${path}/delete-with-contents`, { name }, cookie)
const carryOut = (id: string) => runJob(allHandlers, world.services, id)
const view = async (id: string, cookie?: string) =>
  (await world.ask('GET', `${JOBS}/${id}`, undefined, cookie)).body
const itemsOf = (job: string) =>
  world.services.db.selectFrom('bulk_job_item').selectAll().where('job_id', '=', job).execute()
const listing = async (job: string) =>
  (await world.services.db.selectFrom('bulk_job').select('listing').where('id', '=', job).execute())[0]!
    .listing

/** Runs the task of a job until all is listed. @returns the numbers of items before each run. */
async function listAll(job: string): Promise<number[]> {
  const totals: number[] = []
  while ((await listing(job)) !== null) {
    totals.push((await itemsOf(job)).length)
    expect(await carryOut(job)).toEqual({ again: 0 })
  }
  return totals
}

test('lists a large project in portions, nothing twice, and deletes nothing before all is listed', async () => {
  const id = await newProject('shop', MANY)
  const { status, body: job } = await remove('projects/shop', 'shop')
  expect([status, job.total]).toEqual([202, 1_001])
  await addGroups(id, 5, -1)
  const totals = await listAll(job.id)
  expect(totals.length).toBeGreaterThan(1)
  for (const [index, total] of totals.entries())
    expect(total - (totals[index - 1] ?? 1)).toBeLessThanOrEqual(1_000)
  // The default VPC has a subnet. Groups that were added later stay.
  expect(await view(job.id)).toMatchObject({ total: MANY + 3, waiting: MANY + 3 })
  await carryOut(job.id)
  expect(await view(job.id)).toMatchObject({ succeeded: 25 })
})

test('lists everything in a silo with more projects than a portion has queries', async () => {
  await world.ask('POST', '/v1/system/silos', newSilo('away'))
  await addUser(world.services, 'away', 'ann', { silo: 'admin' })
  const ann = await world.signIn('ann', 'ann', 'away')
  for (let at = 0; at < 30; at++) await newProject(`p-${at}`, 1, ann)
  const { body: plan } = await world.ask('GET', '/experimental/v1/system/silos/away/deletion-plan')
  const { body: job } = await remove('system/silos/away', 'away')
  expect(job.total).toBeLessThan(plan.total)
  await listAll(job.id)
  expect(await view(job.id)).toMatchObject({ total: plan.total + 1, failed: 0 })
  const last = (await itemsOf(job.id)).toSorted((a, b) => a.position - b.position).at(-1)
  expect(last?.name).toBe('away')
})

test('lists no more once its session is withdrawn, and goes on at a retry', async () => {
  await addUser(world.services, 'main', 'ada', { silo: 'admin' })
  const [here, there] = [await world.signIn('ada', 'ada'), await world.signIn('ada', 'ada')]
  await newProject('shop', MANY)
  const job = (await remove('projects/shop', 'shop', there)).body.id
  await world.ask('POST', `${SESSIONS}/end-others`, undefined, here)
  while ((await view(job, here)).time_completed === null) await carryOut(job)
  expect(await view(job, here)).toMatchObject({ total: 1_001, failed: 1_001, waiting: 0 })
  expect((await world.ask('POST', `${JOBS}/${job}/retry`, undefined, here)).status).toBe(202)
  await listAll(job)
  expect(await view(job, here)).toMatchObject({ total: MANY + 3, failed: 0 })
})

test('refuses a second job that deletes the same project while one is unfinished, also by a retry', async () => {
  const refusal = {
    status: 409,
    body: { message: 'another bulk job is deleting the project with its contents; wait until it is done' },
  }
  await newProject('shop', 0)
  await newProject('other', 0)
  const first = (await remove('projects/shop', 'shop')).body.id
  await addUser(world.services, 'main', 'ada', { silo: 'admin' })
  const ada = await world.signIn('ada', 'ada')
  expect(await remove('projects/shop', 'shop', ada)).toMatchObject(refusal)
  expect((await remove('projects/other', 'other', ada)).status).toBe(202)
  const [admin] = await world.services.db
    .selectFrom('bulk_job')
    .select('user_id')
    .where('id', '=', first)
    .execute()
  expect((await world.ask('POST', `/v1/users/${admin!.user_id}/logout`)).status).toBe(204)
  const second = (await remove('projects/shop', 'shop', ada)).body.id
  expect(second).toBeTruthy()
  const again = await world.signIn('admin', 'secret')
  expect(await world.ask('POST', `${JOBS}/${first}/retry`, undefined, again)).toMatchObject(refusal)
})

test('reads the counts of jobs from their own rows, in one statement for all', async () => {
  await newProject('shop', 1)
  await newProject('other', 1)
  const jobs = [await remove('projects/shop', 'shop'), await remove('projects/other', 'other')]
  const { services } = world
  const [row] = await services.db.selectFrom('bulk_job').select('user_id').execute()
  const actor = await loadActor(services.db, row!.user_id, null)
  const { counted, statements } = countingStatements({ ...systemContext(services, 'test'), actor })
  const { items } = await bulkJobHandlers.bulkJobList(counted)
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(jobs.map(({ body }) => body.id)))
  expect(statements()).toBe(1)
})
