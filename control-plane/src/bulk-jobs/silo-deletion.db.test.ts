import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, siloId } from '../../test/people.ts'
import { newSilo } from '../../test/silos.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const JOBS = '/experimental/v1/bulk-jobs'
const at = (silo: string) => `/experimental/v1/system/silos/${silo}`
const planOf = (silo: string, as?: string) => world.ask('GET', `${at(silo)}/deletion-plan`, undefined, as)
const remove = (silo: string, name = silo, as?: string) =>
  world.ask('POST', `${at(silo)}/delete-with-contents`, { name }, as)
const done = (id: string) => world.until(`${JOBS}/${id}`, (job) => job.time_completed !== null)

/** Creates a silo with a project, an instance and a disk. */
async function fullSilo(): Promise<string> {
  const silo = `silo-${count++}`
  expect(
    (
      await world.ask(
        'POST',
        '/v1/system/silos',
        newSilo(silo, { quotas: { cpus: 9, memory: 9 * GiB, storage: 9 * GiB } }),
      )
    ).status,
  ).toBe(201)
  await addUser(world.services, silo, 'ann', { silo: 'admin' })
  const ann = await world.signIn('ann', 'ann', silo)
  const post = async (path: string, body: object) => {
    const answer = await world.ask('POST', path, body, ann)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  await post('/v1/projects', { name: 'shop', description: '' })
  const machine = { name: 'web', description: '', hostname: 'web', ncpus: 1, memory: GiB }
  await post('/v1/instances?project=shop', { ...machine, network_interfaces: { type: 'none' } })
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  await post('/v1/disks?project=shop', { name: 'data', description: '', size: GiB, disk_backend: blank })
  return silo
}

/** Adds an image without content to a project of a silo, or to the silo. */
async function addImage(silo_id: string, project_id: string | null): Promise<void> {
  const time = world.services.clock.now().toISOString()
  await world.services.db
    .insertInto('image')
    .values({
      id: crypto.randomUUID(),
      name: 'debian',
      description: '',
      tags: '{}',
      time_created: time,
      time_modified: time,
      silo_id,
      project_id,
      os: 'debian',
      version: '13',
      size: GiB,
      block_size: 512,
      digest: null,
      state: 'ready',
      source_snapshot_id: null,
    })
    .execute()
}

test('deletes everything that the plan shows, and the silo', async () => {
  const silo = await fullSilo()
  const { body: plan } = await planOf(silo)
  expect(plan.contents.map((of: { kind: string; count: number }) => [of.kind, of.count])).toEqual([
    ['instance', 1],
    ['disk', 1],
    ['vpc-subnet', 1],
    ['vpc', 1],
    ['project', 1],
  ])
  expect(plan).toMatchObject({ total: 5, blocked: 0, belongings: [{ kind: 'silo-user', count: 1 }] })
  const { status, body: job } = await remove(silo)
  expect([status, job.total]).toEqual([202, 6])
  expect(await done(job.id)).toMatchObject({ succeeded: 6, failed: 0 })
  expect((await world.ask('GET', `/v1/system/silos/${silo}`)).status).toBe(404)
})

test('names an image of a project once, and a silo image beside it', async () => {
  const silo = await fullSilo()
  const id = await siloId(world.services, silo)
  const [project] = await world.services.db
    .selectFrom('project')
    .select('id')
    .where('silo_id', '=', id)
    .execute()
  await addImage(id, project!.id)
  await addImage(id, null)
  const { body: plan } = await planOf(silo)
  const images = plan.contents.filter(({ kind }: { kind: string }) => kind.endsWith('-image'))
  expect(images.map((of: { kind: string; count: number }) => [of.kind, of.count])).toEqual([
    ['project-image', 1],
    ['silo-image', 1],
  ])
  const { status, body: job } = await remove(silo)
  expect([status, job.total]).toEqual([202, 8])
  expect(await done(job.id)).toMatchObject({ succeeded: 8, failed: 0 })
})

test('keeps everything when the caller is no admin of the fleet any more', async () => {
  const silo = await fullSilo()
  const name = `operator-${count++}`
  const id = await addUser(world.services, 'main', name, { fleet: 'admin' })
  const operator = await world.signIn(name, name)
  const { body: policy } = await world.ask('GET', '/v1/system/policy')
  // The rights of the moment count when an item's turn comes, so the job must not begin before they are gone.
  const { body: job } = await world.controlPlane.stop().then(() => remove(silo, silo, operator))
  const role_assignments = policy.role_assignments.filter(
    (one: { identity_id: string }) => one.identity_id !== id,
  )
  expect((await world.ask('PUT', '/v1/system/policy', { role_assignments })).status).toBe(200)
  await world.controlPlane.start()
  const ended = async () =>
    (await world.ask('GET', `${JOBS}/${job.id}`, undefined, operator)).body.time_completed !== null
  await expect.poll(ended, { timeout: 60_000 }).toBe(true)
  expect((await world.ask('GET', `${JOBS}/${job.id}`, undefined, operator)).body).toMatchObject({
    succeeded: 0,
  })
  expect((await planOf(silo)).body.total).toBe(5)
})

test('requires the name of the silo', async () => {
  const silo = await fullSilo()
  const { status, body } = await remove(silo, 'other')
  expect([status, body.message]).toEqual([400, `the silo is called "${silo}", not "other"`])
})

test("refuses the caller's own silo, and callers who are no admins of the fleet", async () => {
  expect((await remove('main')).body.message).toBe('you cannot delete your own silo with its contents')
  const silo = await fullSilo()
  const name = `operator-${count++}`
  await addUser(world.services, 'main', name, { fleet: 'collaborator' })
  const cookie = await world.signIn(name, name)
  expect((await planOf(silo, cookie)).status).toBe(403)
  expect((await remove(silo, silo, cookie)).status).toBe(403)
  expect(await siloId(world.services, silo)).toBeTruthy()
})
