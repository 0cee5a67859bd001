import { DriverError } from '@granary/compute/driver-error.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'
import { useAndRows } from '../../test/quota.ts'
import { machineSpec } from './spec.ts'

const life = livingInstances()
const { act, create, pass, rest, view, wait } = life

const rowOf = (one: Made) =>
  life.world.services.db.selectFrom('instance').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow()

test('a start of a running instance whose last request was a stop is a request to run, also after a failure', async () => {
  const { services } = life.world
  const one = await create({ start: false })
  await pass(one, 'stopped')
  await services.compute.ensureRunning(await machineSpec(services, await rowOf(one)))
  await pass(one, 'running')
  expect((await act(one, 'start')).body.run_state).toBe('starting')
  await rest()
  const { used, rows } = await useAndRows(life.world)
  expect(used).toEqual(rows)
  await services.compute.fail(one.id, 'for the test')
  await wait(50, 10)
  await pass(one, 'running')
  expect((await view(one)).time_last_auto_restarted).not.toBeNull()
})

test('a driver that is slow to start a machine does not undo the start', async () => {
  const { compute } = life.world.services
  const one = await create({ start: false })
  await pass(one, 'stopped')
  const stopped = (await compute.view(one.id))!
  const slow = vi.spyOn(compute, 'view').mockResolvedValueOnce(stopped)
  onTestFinished(() => slow.mockRestore())
  await act(one, 'start')
  expect(await pass(one, 'running')).toEqual(['starting', 'running'])
  expect((await rowOf(one)).wanted_state).toBe('running')
})

test('a driver that refuses to reboot a running machine does not make it fail', async () => {
  const { compute, db } = life.world.services
  const one = await create({ auto_restart_policy: 'never' })
  await pass(one, 'running')
  const refusing = vi.spyOn(compute, 'reboot').mockRejectedValue(new DriverError('invalid', 'not now'))
  onTestFinished(() => refusing.mockRestore())
  await act(one, 'reboot')
  expect(await pass(one, 'running', 1_000)).toEqual(['rebooting', 'running'])
  const entries = await db
    .selectFrom('change_log')
    .select('after')
    .where('resource_id', '=', one.id)
    .execute()
  expect(entries.filter(({ after }) => after?.includes('"failed"'))).toEqual([])
})
