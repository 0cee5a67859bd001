import { manualClock } from '@granary/compute/clock.ts'
import { LIMITS } from '@granary/domain/limits.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countingStatements } from '../../test/counted-statements.ts'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { allHandlers } from '../handlers.ts'
import { runJob } from './run-job.ts'

const JOBS = '/experimental/v1/bulk-jobs'
let world: World
let disks = 0
beforeEach(async () => {
  // No worker runs: the tests carry out the tasks themselves. The clock stands still: jobs may share a millisecond.
  world = await openWorld({ started: false, clock: manualClock() })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterEach(() => world.close())

async function makeDisks(many: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < many; at++) {
    const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
    const body = { name: `disk-${disks++}`, description: '', size: GiB, disk_backend: blank }
    ids.push((await world.ask('POST', '/v1/disks?project=shop', body)).body.id)
  }
  return ids
}
const start = (ids: string[], cookie?: string) =>
  world.ask('POST', JOBS, { operation: 'disk_delete', ids }, cookie)
const carryOut = (id: string) => runJob(allHandlers, world.services, id)
const waiting = async (id: string, cookie?: string): Promise<number> =>
  (await world.ask('GET', `${JOBS}/${id}`, undefined, cookie)).body.waiting
const isQueued = async (id: string) =>
  (await world.services.db.selectFrom('task').select('id').where('key', '=', id).execute()).length === 1

test('a user has one running job; the next one begins when it is done', async () => {
  const [one, two] = [await makeDisks(30), await makeDisks(2)]
  const first = (await start(one)).body.id
  const second = (await start(two)).body.id
  // The task of the second job ends without work, and the first job enqueues it again.
  expect(await carryOut(second)).toBeUndefined()
  expect(await waiting(second)).toBe(2)
  expect(await carryOut(first)).toEqual({ again: 0 })
  await world.services.db.deleteFrom('task').where('key', '=', second).execute()
  expect(await carryOut(first)).toBeUndefined()
  expect([await waiting(first), await waiting(second)]).toEqual([0, 2])
  expect(await isQueued(second)).toBe(true)
  await carryOut(second)
  expect(await waiting(second)).toBe(0)
})

test('jobs of the same millisecond run in the order of their creation, and are listed in it', async () => {
  const jobs: string[] = []
  for (const id of await makeDisks(6)) jobs.push((await start([id])).body.id)
  const listed = await world.ask('GET', JOBS)
  expect(listed.body.items.map(({ id }: { id: string }) => id)).toEqual(jobs.toReversed())
  for (const id of jobs) {
    await carryOut(id)
    expect(await waiting(id)).toBe(0)
  }
})

test('reads the rights of the user once for all items, and again after a change of access', async () => {
  await addUser(world.services, 'main', 'ada', { silo: 'collaborator' })
  const ada = await world.signIn('ada', 'ada')
  const { counted, statements } = countingStatements(world.services, 'second_factor')
  const [one, two] = [await makeDisks(20), await makeDisks(1)]
  const first = (await start(one, ada)).body.id
  await runJob(allHandlers, counted, first)
  expect([await waiting(first, ada), statements()]).toEqual([0, 1])
  const second = (await start(two, ada)).body.id
  await addUser(world.services, 'main', 'eve', { silo: 'viewer' })
  await runJob(allHandlers, counted, second)
  expect(statements()).toBe(2)
})

test('the job of another user does not wait', async () => {
  const [one, two] = [await makeDisks(1), await makeDisks(1)]
  await start(one)
  await addUser(world.services, 'main', 'ada', { silo: 'collaborator' })
  const ada = await world.signIn('ada', 'ada')
  const { body } = await start(two, ada)
  await carryOut(body.id)
  expect((await world.ask('GET', `${JOBS}/${body.id}`, undefined, ada)).body.waiting).toBe(0)
})

test('refuses a user more unfinished jobs than the limit, and takes one more when one is done', async () => {
  const { max } = LIMITS.bulkJobs
  const ids = await makeDisks(max + 1)
  const jobs: string[] = []
  for (const id of ids.slice(0, max)) jobs.push((await start([id])).body.id)
  expect(await start([ids[max]!])).toMatchObject({
    status: 429,
    body: {
      error_code: 'TooManyRequests',
      message:
        'limit reached: a user may have at most 10 unfinished bulk jobs; wait until one of them is done',
    },
  })
  // Nobody makes the server look for 1,000 resources again and again.
  expect((await start([crypto.randomUUID()])).status).toBe(429)
  await carryOut(jobs[0]!)
  expect((await start([ids[max]!])).status).toBe(201)
})

test('answers requests between two items of a job', async () => {
  const { id } = (await start(await makeDisks(20))).body
  const seen = new Set<number>()
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      seen.add(await waiting(id))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const watching = watch()
  await carryOut(id)
  isDone = true
  await watching
  // A job that lets nobody in between shows only its first and its last number. How many others show depends on the machine.
  expect([...seen].filter((left) => left > 0 && left < 20).length).toBeGreaterThan(2)
})

test('refuses a job at once if it names resources that are gone or out of sight', async () => {
  const [visible, gone] = (await makeDisks(2)) as [string, string]
  await world.services.db.updateTable('disk').set({ state: 'detached' }).where('id', '=', gone).execute()
  expect((await world.ask('DELETE', `/v1/disks/${gone}`)).status).toBe(204)
  const { body, status } = await start([visible, gone, crypto.randomUUID()])
  expect({ status, ...body }).toMatchObject({
    status: 404,
    error_code: 'ObjectNotFound',
    message: `not found: disk with id "${gone}"`,
    problems: [
      { path: 'ids[1]', code: 'not_found' },
      { path: 'ids[2]', code: 'not_found' },
    ],
  })
  await addSilo(world.services, 'away')
  await addUser(world.services, 'away', 'eve', { silo: 'admin' })
  const eve = await world.signIn('eve', 'eve', 'away')
  expect((await start([visible], eve)).body.message).toBe(`not found: disk with id "${visible}"`)
  expect((await world.ask('GET', JOBS)).body.items).toEqual([])
})
