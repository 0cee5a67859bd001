import { expect, test } from 'vitest'
import { livingInstances } from '../../test/living-instances.ts'

const life = livingInstances()
const { create, eventually, eventuallyIn, pass, rest, wait } = life

const alerts = async () => (await life.world.ask('GET', '/v1/alerts?limit=1000')).body.items

test('a machine that fails raises an alert, and its restart another one', async () => {
  const one = await create()
  await pass(one, 'running')
  await rest()
  await wait(1_000)
  await life.world.services.compute.fail(one.id, 'for the test')
  await eventually(async () => (await alerts()).length > 0).toBe(true)
  // Alerts of one millisecond are in no order.
  expect(
    (await alerts()).find(({ class: name }: { class: string }) => name === 'instance.failed'),
  ).toMatchObject({
    class: 'instance.failed',
    resource: { kind: 'instance', id: one.id },
    payload: { instance_id: one.id, project_name: expect.any(String), silo_name: 'main' },
  })
  await eventuallyIn(one, 'running')
  const classes = async () => (await alerts()).map(({ class: name }: { class: string }) => name).toSorted()
  // A database may be behind the clock.
  for (let minutes = 0; minutes < 30 && (await classes()).length < 3; minutes++) await wait(60_000, 10_000)
  expect(await classes()).toEqual(['instance.failed', 'instance.failed.resolved', 'instance.restarted'])
})
