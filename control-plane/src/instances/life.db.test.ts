import { describe, expect, test } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'
import { useAndRows } from '../../test/quota.ts'

const MINUTE = 60_000
const life = livingInstances()
const { act, create, eventually, eventuallyIn, pass, view, wait } = life

describe('the life of an instance', () => {
  test('is created, started, rebooted, stopped, started again and deleted', async () => {
    const one = await create()
    expect(await pass(one, 'running')).toEqual(['creating', 'starting', 'running'])
    expect((await act(one, 'reboot')).body.run_state).toBe('rebooting')
    expect(await pass(one, 'running')).toEqual(['rebooting', 'running'])
    expect((await act(one, 'stop')).body.run_state).toBe('stopping')
    expect(await pass(one, 'stopped')).toEqual(['stopping', 'stopped'])
    expect((await act(one, 'start')).body.run_state).toBe('starting')
    expect(await pass(one, 'running')).toEqual(['starting', 'running'])
    await act(one, 'stop')
    await pass(one, 'stopped')
    expect((await life.world.ask('DELETE', one.path)).status).toBe(204)
    await wait(10_000)
    await eventually(() => life.world.services.compute.view(one.id)).toBeUndefined()
  })

  test('is stopped while it starts', async () => {
    const one = await create()
    await pass(one, 'starting')
    await act(one, 'stop')
    expect(await pass(one, 'stopped')).toEqual(['stopping', 'stopped'])
    await wait(MINUTE)
    await eventuallyIn(one, 'stopped')
  })

  test('without a start is stopped right after its creation, and reserves nothing', async () => {
    const one = await create({ start: false })
    expect(await pass(one, 'stopped')).toEqual(['creating', 'stopped'])
    const { used, rows } = await useAndRows(life.world)
    expect(used).toEqual(rows)
  })

  test('reboots twice for two requests, even if its task is repeated', async () => {
    const one = await create()
    await pass(one, 'running')
    const reboots: string[] = []
    const end = life.world.services.compute.subscribe((machine) => {
      if (machine.id === one.id && machine.state === 'rebooting') reboots.push(machine.state)
    })
    for (const _ of [1, 2]) {
      await act(one, 'reboot')
      await life.world.services.db.updateTable('task').set({ revision: 9 }).execute()
      await pass(one, 'running')
    }
    end()
    expect(reboots).toHaveLength(2)
  })
})

describe('a guest that powers itself off', () => {
  test('is stopped, releases its resources, and is not started again', async () => {
    const one = await create()
    await pass(one, 'running')
    await life.world.services.compute.ensureStopped(one.id)
    await pass(one, 'stopped')
    await wait(10 * MINUTE, 30_000)
    await eventuallyIn(one, 'stopped')
    const { used, rows } = await useAndRows(life.world)
    expect(used).toEqual(rows)
  })
})

describe('a machine that fails', () => {
  const fail = async (one: Made) => {
    await life.world.services.compute.fail(one.id, 'for the test')
    await wait(50, 10)
  }

  test('restarts at once, and then not before five minutes have passed', async () => {
    const one = await create()
    await pass(one, 'running')
    await fail(one)
    await pass(one, 'running')
    const first = await view(one)
    expect(first.time_last_auto_restarted).not.toBeNull()
    expect(Date.parse(first.auto_restart_cooldown_expiration)).toBe(
      Date.parse(first.time_last_auto_restarted) + 5 * MINUTE,
    )
    await fail(one)
    await pass(one, 'running', 1_000)
    const second = await view(one)
    const between = Date.parse(second.time_last_auto_restarted) - Date.parse(first.time_last_auto_restarted)
    // No upper bound: on a slow machine the test's clock runs on before the task runs.
    expect(between).toBeGreaterThanOrEqual(5 * MINUTE)
  })

  test('reserves nothing while it is down', async () => {
    const one = await create({ auto_restart_policy: 'never' })
    await pass(one, 'running')
    await fail(one)
    expect((await view(one)).run_state).toBe('failed')
    const { used, rows, instances } = await useAndRows(life.world)
    expect(used).toEqual(rows)
    expect(instances.find((row) => row.id === one.id)).toMatchObject({ charged: 0, sled_id: null })
  })

  test('stays down while its policy is never', async () => {
    const one = await create({ auto_restart_policy: 'never' })
    await pass(one, 'running')
    await fail(one)
    await wait(10 * MINUTE, 30_000)
    await eventuallyIn(one, 'failed')
    const { auto_restart_enabled, ncpus, memory } = await view(one)
    expect(auto_restart_enabled).toBe(false)
    const same = { ncpus, memory, boot_disk: null, cpu_platform: null, enable_jumbo_frames: false }
    await life.world.ask('PUT', one.path, { ...same, auto_restart_policy: 'best_effort' })
    await pass(one, 'running')
  })

  test('does not restart after an explicit stop', async () => {
    const one = await create()
    await pass(one, 'running')
    await fail(one)
    await pass(one, 'running')
    await fail(one)
    expect((await act(one, 'stop')).body.run_state).toBe('stopped')
    await wait(10 * MINUTE, 30_000)
    await eventuallyIn(one, 'stopped')
  })

  test('waits for room', async () => {
    const { db } = life.world.services
    const one = await create()
    await pass(one, 'running')
    await db.updateTable('silo_quota').set({ cpus: 0 }).execute()
    await fail(one)
    await wait(5 * MINUTE)
    await eventually(() => view(one)).toMatchObject({
      run_state: 'failed',
      start_problem: expect.stringMatching(
        /^Insufficient capacity: vCPU Limit Exceeded: 1 vCPU wanted, \d+ vCPUs? of 0 vCPUs in use/,
      ),
    })
    await db.updateTable('silo_quota').set({ cpus: 256 }).execute()
    await pass(one, 'running', 1_000)
    expect((await view(one)).start_problem).toBeNull()
  })

  test('keeps the start problem of its create until a start or a stop', async () => {
    const { db } = life.world.services
    const made: Made[] = []
    await db.updateTable('silo_quota').set({ cpus: 0 }).execute()
    for (let count = 0; count < 2; count++) {
      made.push(await create())
      await pass(made.at(-1)!, 'stopped')
      expect((await view(made.at(-1)!)).start_problem).toMatch(/vCPU Limit Exceeded/)
    }
    // Only now: with room, the regular check may clear the problem before it is read.
    await db.updateTable('silo_quota').set({ cpus: 256 }).execute()
    expect((await act(made[0]!, 'start')).body.start_problem).toBeNull()
    expect((await act(made[1]!, 'stop')).body).toMatchObject({ run_state: 'stopped', start_problem: null })
  })
})
