import { LIMITS } from '@granary/domain/limits.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { MOVED_AT_ONCE } from '../kinds/bulk-job.ts'
import { chunks } from '../kit/base/chunks.ts'

const JOBS = '/experimental/v1/bulk-jobs'
const { max } = LIMITS.endedBulkJobs
let world: World
let cookie: string
let disk: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const body = { name: 'disk', description: '', size: GiB, disk_backend: blank }
  disk = (await world.ask('POST', '/v1/disks?project=shop', body)).body.id
  await addUser(world.services, 'main', 'ada', { silo: 'admin' })
  cookie = await world.signIn('ada', 'ada')
})
afterAll(() => world.close())

async function make(as = cookie): Promise<string> {
  const { status, body } = await world.ask('POST', JOBS, { operation: 'disk_delete', ids: [disk] }, as)
  expect(status).toBe(201)
  return body.id
}
const jobs = async () =>
  (await world.services.db.selectFrom('bulk_job').select('id').orderBy('time_created').execute()).map(
    ({ id }) => id,
  )
const itemsOf = async (id: string) =>
  (await world.services.db.selectFrom('bulk_job_item').select('job_id').where('job_id', '=', id).execute())
    .length

/** Ends a job, and makes as many like it, each a minute older. @returns their ids, the oldest first. */
async function copies(id: string, count: number): Promise<string[]> {
  const { db } = world.services
  await db.updateTable('bulk_job_item').set({ state: 'failed' }).where('job_id', '=', id).execute()
  await db.updateTable('bulk_job').set({ waiting: 0, failed: 1 }).where('id', '=', id).execute()
  const job = await db.selectFrom('bulk_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const item = await db
    .selectFrom('bulk_job_item')
    .selectAll()
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow()
  const made = Array.from({ length: count }, (_, at) => ({
    ...job,
    id: crypto.randomUUID() as string,
    time_created: new Date(Date.parse(job.time_created) - (count - at) * 60_000).toISOString(),
  }))
  await db.insertInto('bulk_job').values(made).execute()
  await db
    .insertInto('bulk_job_item')
    .values(made.map((one) => ({ ...item, job_id: one.id })))
    .execute()
  return made.map((one) => one.id)
}

test('a new job deletes the oldest finished ones beyond the limit in portions, of its user only', async () => {
  const other = await make(await world.signIn('admin', 'secret'))
  const waits = await make()
  const older = await copies(await make(), max + 1)
  const { db } = world.services
  // An unfinished job stays, however old it is.
  await db
    .updateTable('bulk_job')
    .set({ time_created: '2000-01-01T00:00:00.000Z' })
    .where('id', '=', waits)
    .execute()
  const item = await db
    .selectFrom('bulk_job_item')
    .selectAll()
    .where('job_id', '=', older[0]!)
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: 2 * MOVED_AT_ONCE }, () => ({
    ...item,
    resource_id: crypto.randomUUID(),
  }))
  for (const some of chunks(many)) await db.insertInto('bulk_job_item').values(some).execute()
  await make()
  expect(await itemsOf(older[0]!)).toBe(MOVED_AT_ONCE)
  expect(await jobs()).toContain(older[0])
  for (let more = 0; more < 2; more++) await make()
  const left = await jobs()
  expect(left).toEqual(expect.arrayContaining([other, waits, older.at(-1)]))
  for (const gone of older.slice(0, 3)) expect([left.includes(gone), await itemsOf(gone)]).toEqual([false, 0])
  // The newest of the user, those that wait included, and the old one that waits.
  expect(left).toHaveLength(max + 2)
})
