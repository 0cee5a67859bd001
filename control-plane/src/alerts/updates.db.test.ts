import { DriverError } from '@granary/compute/driver-error.ts'
import { afterEach, expect, test } from 'vitest'
import { AT, failing, openFleet, runWhole, type UpdateWorld } from '../../test/updates.ts'
import { runUpdate } from '../system-update/run-update.ts'
import { checkAlerts } from './check.ts'

let world: UpdateWorld
afterEach(() => world.close())

const never = new AbortController().signal
const classes = async () =>
  (await world.ask('GET', '/v1/alerts')).body.items.map(
    ({ class: name, is_unresolved: open }: { class: string; is_unresolved: boolean }) =>
      `${name}${open ? ' open' : ''}`,
  )

test('an update raises alerts when it begins, fails and ends', async () => {
  world = await openFleet(['1.0.0', '2.0.0'])
  const { services, ask, setTarget } = world
  await setTarget('2.0.0')
  expect(await classes()).toEqual(['update.started'])
  const update = failing(world, () => new DriverError('invalid', 'the disk is full'))
  await runUpdate(services, never)
  expect(await classes()).toEqual(['update.started', 'update.failed open'])
  const failed = (await ask('GET', '/v1/alerts?unresolved=true')).body.items[0]
  expect(failed).toMatchObject({
    message: expect.stringMatching(/^The update to 2\.0\.0 was suspended: Sled \w+ could not be updated/),
    resource: { kind: 'target-release', name: '2.0.0' },
  })
  update.mockRestore()
  await ask('PUT', `${AT}/recovery-finish`, { system_version: '2.0.0' })
  await checkAlerts(services)
  expect(await classes()).not.toContain('update.ended')
  await runWhole(world)
  await checkAlerts(services)
  await checkAlerts(services)
  expect((await classes()).filter((name: string) => name === 'update.ended')).toEqual(['update.ended'])
})

test('an update that waits for components raises one alert', async () => {
  world = await openFleet(['1.0.0', '2.0.0'])
  const { services, setTarget } = world
  await setTarget('2.0.0')
  await services.db.updateTable('update_component').set({ answers: 0 }).execute()
  await checkAlerts(services)
  await checkAlerts(services)
  expect(await classes()).toEqual(['update.started', 'update.stalled open'])
})
