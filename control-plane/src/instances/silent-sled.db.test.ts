import { expect, test } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

const life = livingInstances()
const { act, create, eventuallyIn, pass, view, wait } = life

const sledOf = async ({ id }: Made) =>
  (
    await life.world.services.db
      .selectFrom('instance')
      .select('sled_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).sled_id!

test('an instance on a silent sled keeps its last state and starts nowhere else; others go elsewhere', async () => {
  const { services } = life.world
  const one = await create()
  await pass(one, 'running')
  await wait(5_000)
  const sledId = await sledOf(one)
  services.compute.silence(sledId, true)
  await refreshInventory(services)
  // The states of all machines are compared from time to time.
  await wait(120_000, 1_000)
  expect(await view(one)).toMatchObject({
    run_state: 'running',
    note: expect.stringContaining('last known state'),
  })
  const { body: sled } = await life.world.ask('GET', `/v1/system/hardware/sleds/${sledId}`)
  expect(sled).toMatchObject({ host_state: 'unreachable' })
  const { body: issues } = await life.world.ask('GET', '/experimental/v1/system/issues')
  expect(issues.items).toContainEqual(
    expect.objectContaining({
      check: 'sled-not-in-service',
      message: expect.stringContaining("doesn't answer"),
    }),
  )
  await act(one, 'stop')
  await wait(10_000)
  expect((await view(one)).run_state).toBe('stopping')
  expect((await act(one, 'start')).status).toBe(409)
  const other = await create()
  expect(await sledOf(other)).not.toBe(sledId)
  await pass(other, 'running')
  services.compute.silence(sledId, false)
  await wait(120_000, 1_000)
  await eventuallyIn(one, 'stopped')
  expect((await view(one)).note).toBeNull()
})
