import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const JOBS = '/experimental/v1/bulk-jobs'
const done = (id: string) => world.until(`${JOBS}/${id}`, (job) => job.time_completed !== null)
async function run(operation: string, ids: string[]): Promise<string> {
  const { body } = await world.ask('POST', JOBS, { operation, ids })
  await done(body.id)
  return body.id
}
type Item = { id: string; state: string; again: string | null }
const outlook = async (job: string) => {
  const { items } = (await world.ask('GET', `${JOBS}/${job}/items`)).body
  return new Map((items as Item[]).map(({ id, state, again }) => [id, again ?? state]))
}
const retry = async (job: string) => {
  await world.ask('POST', `${JOBS}/${job}/retry`)
  return done(job)
}
async function makeDisk(name: string): Promise<string> {
  const disk_backend = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const { body } = await world.ask('POST', '/v1/disks?project=shop', {
    name,
    description: '',
    size: GiB,
    disk_backend,
  })
  await world.until(`/v1/disks/${body.id}`, ({ state }) => state.state === 'detached')
  return body.id
}
async function makeInstance(name: string): Promise<string> {
  const body = { name, description: '', hostname: name, ncpus: 1, memory: GiB }
  const { id } = (await world.ask('POST', '/v1/instances?project=shop', body)).body
  await world.until(`/v1/instances/${id}`, ({ run_state }) => run_state === 'running')
  return id
}

test('reports a state that would fail again only while it lasts, and a deleted resource as gone', async () => {
  const [one, two] = [await makeInstance('one'), await makeInstance('two')]
  const job = await run('instance_delete', [one, two])
  expect(await outlook(job)).toEqual(
    new Map([
      [one, 'refused'],
      [two, 'refused'],
    ]),
  )
  // Every retry would fail, so the server makes none.
  expect(await retry(job)).toMatchObject({ failed: 2, waiting: 0 })
  for (const id of [one, two]) {
    await world.ask('POST', `/v1/instances/${id}/stop`)
    await world.until(`/v1/instances/${id}`, ({ run_state }) => run_state === 'stopped')
  }
  await world.ask('DELETE', `/v1/instances/${two}`)
  const now = await outlook(job)
  expect([now.get(one), now.get(two)]).toEqual(['may_help', 'gone'])
  expect(await retry(job)).toMatchObject({ succeeded: 1, failed: 1 })
  expect((await outlook(job)).get(two)).toBe('gone')
})

test('refuses a disk for good by its kind, and by its state until that changes', async () => {
  const { db } = world.services
  const [local, busy] = [await makeDisk('local'), await makeDisk('busy')]
  await db.updateTable('disk').set({ disk_type: 'local' }).where('id', '=', local).execute()
  await db.updateTable('disk').set({ state: 'finalizing' }).where('id', '=', busy).execute()
  const job = await run('disk_snapshot', [local, busy])
  const now = await outlook(job)
  expect([now.get(local), now.get(busy)]).toEqual(['refused', 'refused'])
  await db.updateTable('disk').set({ state: 'detached' }).where('id', '=', busy).execute()
  const then = await outlook(job)
  expect([then.get(local), then.get(busy)]).toEqual(['refused', 'may_help'])
})

test('suggests no retry to a user without the permission', async () => {
  const id = await makeDisk('kept')
  const { project_id } = (await world.ask('GET', `/v1/disks/${id}`)).body
  await addUser(world.services, 'main', 'reader', { projects: { [project_id]: 'viewer' } })
  const cookie = await world.signIn('reader', 'reader')
  const { body } = await world.ask('POST', JOBS, { operation: 'disk_delete', ids: [id] }, cookie)
  await expect
    .poll(async () => (await world.ask('GET', `${JOBS}/${body.id}`, undefined, cookie)).body.waiting)
    .toBe(0)
  const { items } = (await world.ask('GET', `${JOBS}/${body.id}/items`, undefined, cookie)).body
  expect(items).toMatchObject([{ id, error_code: 'Forbidden', again: 'refused' }])
})
