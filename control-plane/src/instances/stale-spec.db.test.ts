import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { findPowered } from './power-request.ts'
import { reconcileInstance } from './reconcile.ts'

type Meanwhile = {
  change: (body: object) => Promise<void>
  /** Another worker runs the task to its end. */
  overtake: () => Promise<unknown>
}

/** Creates an instance and carries the request out, with something that happens once while the driver works. */
async function createWith(start: boolean, meanwhile: (can: Meanwhile) => Promise<unknown>) {
  const world = await openWorld({ started: false })
  onTestFinished(world.close)
  await refreshInventory(world.services, () => false)
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const size = { ncpus: 1, memory: 1024 ** 3 }
  const body = { name: 'web', description: '', hostname: 'web', ...size, start }
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
    compute.ensureDefined = define
    await meanwhile({ change, overtake: () => reconcileInstance(world.services, created.id) })
  }
  const outcome = await reconcileInstance(world.services, created.id)
  const tasks = await world.services.db
    .selectFrom('task')
    .select('revision')
    .where('kind', '=', 'instance')
    .execute()
  const { row, number } = (await findPowered(world.services, created.id))!
  return { outcome, state: row.run_state, number, revisions: tasks.map(({ revision }) => Number(revision)) }
}

test('a new instance that stays stopped needs one task', async () => {
  const { outcome, revisions, state } = await createWith(false, async () => {})
  expect(state).toBe('stopped')
  expect(outcome).toBeUndefined()
  expect(revisions).toEqual([1])
})

test.each([
  [false, 'stopped'],
  [true, 'creating'],
])(
  'a change that comes while the driver defines a new machine is given to the driver too; start: %s',
  async (start, becomes) => {
    const { outcome, state } = await createWith(start, ({ change }) => change({ ncpus: 2 }))
    expect(state).toBe(becomes)
    expect(outcome).toEqual({ again: 0 })
  },
)

test('a new instance that another worker has begun to start is not begun again', async () => {
  const { outcome, number } = await createWith(true, ({ overtake }) => overtake())
  expect(outcome).toEqual({ again: 0 })
  expect(number).toBe(1)
})
