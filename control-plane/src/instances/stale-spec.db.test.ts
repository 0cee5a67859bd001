import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { reconcileInstance } from './reconcile.ts'

/** Creates a stopped instance and carries the request out, with something that happens while the driver works. */
async function createWith(meanwhile: (change: (body: object) => Promise<unknown>) => Promise<unknown>) {
  const world = await openWorld({ started: false })
  onTestFinished(world.close)
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const size = { ncpus: 1, memory: 1024 ** 3 }
  const body = { name: 'web', description: '', hostname: 'web', ...size, start: false }
  const { body: created } = await world.ask('POST', '/v1/instances?project=shop', body)
  const same = {
    ...size,
    boot_disk: null,
    auto_restart_policy: null,
    cpu_platform: null,
    enable_jumbo_frames: false,
  }
  const change = async (values: object) => {
    const { status } = await world.ask('PUT', `/v1/instances/${created.id}`, { ...same, ...values })
    expect(status).toBe(200)
  }
  const { compute } = world.services
  const define = compute.ensureDefined.bind(compute)
  compute.ensureDefined = async (spec) => {
    await define(spec)
    await meanwhile(change)
  }
  const outcome = await reconcileInstance(world.services, created.id)
  const { body: instance } = await world.ask('GET', `/v1/instances/${created.id}`)
  expect(instance.run_state).toBe('stopped')
  const tasks = await world.services.db
    .selectFrom('task')
    .select('revision')
    .where('kind', '=', 'instance')
    .execute()
  return { outcome, revisions: tasks.map(({ revision }) => Number(revision)) }
}

test('a new instance that stays stopped needs one task', async () => {
  const { outcome, revisions } = await createWith(async () => {})
  expect(outcome).toBeUndefined()
  expect(revisions).toEqual([1])
})

test('a change that comes while the driver defines a new machine is given to the driver too', async () => {
  const { outcome } = await createWith((change) => change({ ncpus: 2 }))
  expect(outcome).toEqual({ again: 0 })
})
