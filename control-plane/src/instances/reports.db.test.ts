import { DriverError } from '@granary/compute/driver-error.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'
import { useAndRows } from '../../test/quota.ts'
import { report } from './reports.ts'

const MINUTE = 60_000
const life = livingInstances()
const { act, clock, create, eventuallyIn, pass, rest, wait } = life

const NEVER = '2999-01-01T00:00:00.000Z'
/** A task of the instance that no worker runs. */
const waitingTask = ({ id: key }: Made) => ({
  id: crypto.randomUUID(),
  kind: 'instance',
  key,
  payload: '{}',
  run_at: NEVER,
  silo_id: '',
  user_id: '',
  attempts: 0,
  leased_by: null,
  lease_until: null,
  revision: 1,
  last_error: null,
  time_created: clock.now().toISOString(),
})

describe('reports', () => {
  const row = (one: Made) =>
    life.world.services.db
      .selectFrom('instance')
      .selectAll()
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()

  test('change nothing when they are late, repeated or of an unknown machine', async () => {
    const one = await create()
    await pass(one, 'running')
    const before = await row(one)
    const ago = (ms: number) => new Date(clock.now().getTime() - ms)
    for (const state of ['stopped', 'starting', 'failed'] as const)
      await report(life.world.services, { id: one.id, state, since: ago(30_000), sledId: null })
    await report(life.world.services, { id: one.id, state: 'running', since: ago(0), sledId: before.sled_id })
    await report(life.world.services, {
      id: crypto.randomUUID(),
      state: 'running',
      since: ago(0),
      sledId: null,
    })
    expect(await row(one)).toEqual(before)
  })

  test('of one millisecond count in the order in which they happened', async () => {
    const one = await create({ auto_restart_policy: 'never' })
    await pass(one, 'running')
    await rest()
    const { compute } = life.world.services
    // The clock doesn't move in between.
    await compute.fail(one.id, 'for the test')
    await expect.poll(async () => (await row(one)).run_state).toBe('failed')
    await compute.ensureStopped(one.id)
    expect((await compute.view(one.id))!.since.toISOString()).toBe((await row(one)).time_run_state_updated)
    await expect.poll(async () => (await row(one)).run_state).toBe('stopped')
    // The first one arrives again, late.
    const { since } = (await compute.view(one.id))!
    await report(life.world.services, { id: one.id, state: 'failed', since, sledId: null })
    expect((await row(one)).run_state).toBe('stopped')
  })

  // The driver's clock may also be ahead.
  test.each([0, 5])(
    'leave an instance failed that could not start %i ms before its machine stopped',
    async (ahead) => {
      const { compute } = life.world.services
      const one = await create({ auto_restart_policy: 'never', start: false })
      await pass(one, 'stopped')
      await rest()
      const stopped = { ...(await compute.view(one.id))! }
      const refusing = vi.spyOn(compute, 'ensureRunning').mockImplementation(async () => {
        stopped.since = new Date(clock.now().getTime() + ahead)
        throw new DriverError('invalid', 'no such processor')
      })
      const viewing = vi.spyOn(compute, 'view').mockImplementation(async () => stopped)
      onTestFinished(() => [refusing, viewing].forEach((spy) => spy.mockRestore()))
      expect((await act(one, 'start')).status).toBe(202)
      expect(await pass(one, 'failed', 1_000)).toEqual(['starting', 'failed'])
      await rest()
      await report(life.world.services, stopped)
      expect((await row(one)).run_state).toBe('failed')
    },
  )

  test('are corrected by the periodic comparison with the driver', async () => {
    const one = await create()
    await pass(one, 'running')
    await wait(1)
    life.world.services.compute.misreport({
      id: one.id,
      state: 'repairing',
      since: clock.now(),
      sledId: null,
    })
    await wait(50, 10)
    await eventuallyIn(one, 'repairing')
    await pass(one, 'running', 1_000)
    const { used, rows } = await useAndRows(life.world)
    expect(used).toEqual(rows)
  })

  test('do not undo a start that has not reached the driver yet, however long that takes', async () => {
    const one = await create({ start: false })
    await pass(one, 'stopped')
    const { db } = life.world.services
    await rest()
    await db
      .insertInto('task')
      .values({ ...waitingTask(one), leased_by: 'nobody', lease_until: NEVER })
      .execute()
    expect((await act(one, 'start')).body.run_state).toBe('starting')
    const machine = (await life.world.services.compute.view(one.id))!
    expect(machine.state).toBe('stopped')
    await wait(2 * MINUTE)
    await report(life.world.services, machine)
    expect(await row(one)).toMatchObject({ run_state: 'starting', wanted_state: 'running', charged: 1 })
    await db
      .updateTable('task')
      .set({ leased_by: null, lease_until: null, run_at: clock.now().toISOString() })
      .execute()
    await pass(one, 'running')
  })

  test('do not undo a create that has reached the driver only in part', async () => {
    const one = await create({ start: false })
    await pass(one, 'stopped')
    await rest()
    // The state after a crash between the two commands: the driver has it as stopped, the row wants it running.
    const { db } = life.world.services
    await db
      .updateTable('instance')
      .set({ run_state: 'creating', wanted_state: 'running' })
      .where('id', '=', one.id)
      .execute()
    await db.updateTable('power_request').set({ has_ended: 0 }).where('instance_id', '=', one.id).execute()
    await db.insertInto('task').values(waitingTask(one)).execute()
    await report(life.world.services, { id: one.id, state: 'stopped', since: clock.now(), sledId: null })
    expect(await row(one)).toMatchObject({ run_state: 'creating', wanted_state: 'running' })
    await db
      .updateTable('task')
      .set({ run_at: clock.now().toISOString() })
      .where('key', '=', one.id)
      .execute()
    await pass(one, 'running')
  })

  test('follow a machine to another sled', async () => {
    const one = await create()
    await pass(one, 'running')
    const before = await row(one)
    const sleds = await life.world.services.compute.inventory()
    const target = sleds.find((sled) => sled.id !== before.sled_id)!
    await life.world.services.compute.migrate(one.id, target.id)
    const moved = async () => {
      await clock.advance(250)
      return row(one)
    }
    // A slow database may never show the state "migrating", because it applies the reports of both ends together.
    await expect.poll(moved, { interval: 1 }).toMatchObject({ sled_id: target.id, run_state: 'running' })
    const { used, rows } = await useAndRows(life.world)
    expect(used).toEqual(rows)
  })
})
