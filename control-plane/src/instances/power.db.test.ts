import { DriverError, type DriverErrorKind } from '@granary/compute/driver-error.ts'
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

const refusal = (kind: DriverErrorKind) => new DriverError(kind, 'not now')
/** Lets each start of a machine fail until the mock is restored. */
function refuseStarts(error: Error) {
  const refusing = vi.spyOn(life.world.services.compute, 'ensureRunning').mockRejectedValue(error)
  onTestFinished(() => refusing.mockRestore())
  return refusing
}

test('a start waits for a conflict that passes within ten seconds', async () => {
  const one = await create({ auto_restart_policy: 'never', start: false })
  await pass(one, 'stopped')
  await rest()
  const refusing = refuseStarts(refusal('invalid'))
  await act(one, 'start')
  await life.eventually(() => refusing.mock.calls.length).toBe(1)
  await wait(100, 10)
  refusing.mockRestore()
  expect(await pass(one, 'running')).toEqual(['starting', 'running'])
})

test('a start that conflicts for longer than ten seconds fails', async () => {
  const one = await create({ auto_restart_policy: 'never', start: false })
  await pass(one, 'stopped')
  await rest()
  refuseStarts(refusal('invalid'))
  await act(one, 'start')
  const requested = life.clock.now().getTime()
  expect(await pass(one, 'failed', 1_000)).toEqual(['starting', 'failed'])
  expect(Date.parse((await view(one)).time_run_state_updated) - requested).toBeGreaterThanOrEqual(10_000)
})

test.each(
  [
    refusal('unreachable'),
    refusal('internal'),
    refusal('insufficient_capacity'),
    new Error('no such table'),
  ].map((error) => ({ error, kind: error instanceof DriverError ? error.kind : error.message })),
)('a start waits for as long as it fails because of: $kind', async ({ error }) => {
  const one = await create({ auto_restart_policy: 'never', start: false })
  await pass(one, 'stopped')
  await rest()
  const refusing = refuseStarts(error)
  await act(one, 'start')
  await wait(60_000, 1_000)
  expect(refusing.mock.calls.length).toBeGreaterThan(1)
  expect(await rowOf(one)).toMatchObject({ run_state: 'starting', wanted_state: 'running', charged: 1 })
  refusing.mockRestore()
  expect(await pass(one, 'running')).toEqual(['starting', 'running'])
})

test('a stop that the driver refuses is carried out once the driver accepts it', async () => {
  const { compute } = life.world.services
  const one = await create()
  await pass(one, 'running')
  await rest()
  const refusing = vi.spyOn(compute, 'ensureStopped').mockRejectedValue(new DriverError('invalid', 'not now'))
  onTestFinished(() => refusing.mockRestore())
  await act(one, 'stop')
  await wait(60_000, 1_000)
  expect(refusing.mock.calls.length).toBeGreaterThan(1)
  expect(await rowOf(one)).toMatchObject({ run_state: 'stopping', wanted_state: 'stopped' })
  refusing.mockRestore()
  expect(await pass(one, 'stopped', 1_000)).toEqual(['stopping', 'stopped'])
})

test('a stop of an instance whose machine the driver has lost defines it again, stopped', async () => {
  const { compute } = life.world.services
  const one = await create()
  await pass(one, 'running')
  await rest()
  await compute.destroy(one.id)
  await act(one, 'stop')
  expect(await pass(one, 'stopped', 1_000)).toEqual(['stopping', 'stopped'])
  expect(await compute.view(one.id)).toMatchObject({ state: 'stopped' })
})

test('a create without a start fails too if the driver refuses the machine for longer than ten seconds', async () => {
  const refusing = vi
    .spyOn(life.world.services.compute, 'ensureDefined')
    .mockRejectedValue(refusal('invalid'))
  onTestFinished(() => refusing.mockRestore())
  const one = await create({ auto_restart_policy: 'never', start: false })
  expect(await pass(one, 'failed', 1_000)).toEqual(['creating', 'failed'])
})
