import { systemClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { moveItems } from '../kinds/bulk-job.ts'
import { systemContext } from '../kit/resources/transaction.ts'
import { openWorld, type World } from '../../test/world.ts'

const JOBS = '/experimental/v1/bulk-jobs'
const deleteShop = async (world: World): Promise<string> =>
  (await world.ask('POST', '/experimental/v1/projects/shop/delete-with-contents', { name: 'shop' })).body.id
const done = (world: World, job: string) =>
  world.until(`${JOBS}/${job}`, ({ time_completed }) => time_completed !== null)

async function failAll({ services }: World, job: string) {
  const items = services.db.selectFrom('bulk_job_item').select('resource_id').where('job_id', '=', job)
  const ids = (await items.execute()).map(({ resource_id }) => resource_id)
  const failed = { state: 'failed', error_code: null, message: null, time_done: null } as const
  await moveItems(systemContext(services, 'test'), job, 'waiting', failed, ids)
}

async function addImage({ db, clock }: World['services'], projectId: string): Promise<string> {
  const time = clock.now().toISOString()
  const { id: silo_id } = await db
    .selectFrom('silo')
    .select('id')
    .where('name', '=', 'main')
    .executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  await db
    .insertInto('image')
    .values({
      id,
      name: 'debian',
      description: '',
      tags: '{}',
      time_created: time,
      time_modified: time,
      silo_id,
      project_id: projectId,
      os: 'debian',
      version: '13',
      size: GiB,
      block_size: 512,
      digest: null,
      state: 'ready',
      source_snapshot_id: null,
    })
    .execute()
  return id
}

test('a deletion with contents spares an image that was promoted after the job was made', async () => {
  const world = await openWorld({ started: false })
  const { body: project } = await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const image = await addImage(world.services, project.id)
  const job = await deleteShop(world)
  expect((await world.ask('POST', `/v1/images/${image}/promote`)).status).toBe(202)
  await world.controlPlane.start()
  expect(await done(world, job)).toMatchObject({ failed: 0 })
  expect((await world.ask('GET', '/v1/projects/shop')).status).toBe(404)
  expect((await world.ask('GET', `/v1/images/${image}`)).status).toBe(200)
  await world.close()
})

test('a retry an hour later stops an instance that runs, and waits for it', async () => {
  let later = 0
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + later) }
  const world = await openWorld({ clock })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const vm = { name: 'vm', description: '', hostname: 'vm', ncpus: 1, memory: GiB }
  const { body: instance } = await world.ask('POST', '/v1/instances?project=shop', vm)
  await world.until(`/v1/instances/${instance.id}`, ({ run_state }) => run_state === 'running')
  await world.controlPlane.stop()
  const job = await deleteShop(world)
  const { db } = world.services
  await failAll(world, job)
  await db.deleteFrom('task').where('key', '=', job).execute()
  later = 60 * 60_000
  expect((await world.ask('POST', `${JOBS}/${job}/retry`)).status).toBe(202)
  await world.controlPlane.start()
  expect(await done(world, job)).toMatchObject({ failed: 0 })
  expect((await world.ask('GET', '/v1/projects/shop')).status).toBe(404)
  await world.close()
})
