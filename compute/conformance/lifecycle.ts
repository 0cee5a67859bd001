import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'
import { machineSpec } from './specs.ts'

/** Definition, start, reboot, stop and destruction of machines. */
export function lifecycleTests(test: DriverTest): void {
  test('a defined machine is stopped, and nothing is reported', ['machines'], async (rig) => {
    const spec = machineSpec()
    await rig.done(rig.driver.ensureDefined(spec))
    await rig.done(rig.driver.ensureDefined(spec))
    const report = await rig.find(spec.id)
    expect(report).toMatchObject({ id: spec.id, state: 'stopped', sledId: null })
    expect(await rig.done(rig.driver.list())).toEqual([report])
    expect(rig.statesOf(spec.id)).toEqual([])
  })

  test('reports each step of start, reboot and stop', ['machines'], async (rig) => {
    const { driver, done, reach } = rig
    const spec = await rig.start()
    const sleds = (await done(driver.inventory())).map(({ id }) => id)
    expect(sleds).toContain((await rig.find(spec.id))?.sledId)
    await done(driver.reboot(spec.id, 'first'))
    await reach(spec.id, 'running')
    await done(driver.ensureStopped(spec.id))
    expect(await reach(spec.id, 'stopped')).toMatchObject({ sledId: null })
    expect(rig.statesOf(spec.id)).toEqual([
      'starting',
      'running',
      'rebooting',
      'running',
      'stopping',
      'stopped',
    ])
  })

  test(
    'a guest shuts down when its machine is stopped, and starts again',
    ['machines', 'guests'],
    async (rig) => {
      const spec = await rig.boot()
      await rig.done(rig.driver.ensureStopped(spec.id))
      await rig.reach(spec.id, 'stopped')
      await rig.done(rig.driver.ensureRunning(spec))
      await rig.reach(spec.id, 'running')
      expect(rig.statesOf(spec.id)).toEqual([
        'starting',
        'running',
        'stopping',
        'stopped',
        'starting',
        'running',
      ])
    },
  )

  test('commands that are already fulfilled change nothing', ['machines'], async (rig) => {
    const { driver, done } = rig
    const spec = await rig.start()
    const { since } = (await rig.find(spec.id))!
    await done(driver.ensureRunning(spec))
    await done(driver.ensureDefined({ ...spec, ncpus: 2 }))
    expect(await rig.find(spec.id)).toMatchObject({ state: 'running', since })
    await done(driver.ensureStopped(spec.id))
    await rig.reach(spec.id, 'stopped')
    await done(driver.ensureStopped(spec.id))
    expect(rig.statesOf(spec.id)).toEqual(['starting', 'running', 'stopping', 'stopped'])
  })

  test('a repeated reboot request restarts once', ['machines'], async (rig) => {
    const spec = await rig.start()
    await rig.done(rig.driver.reboot(spec.id, 'same'))
    await rig.reach(spec.id, 'running')
    await rig.done(rig.driver.reboot(spec.id, 'same'))
    await rig.pass(1000)
    expect(rig.statesOf(spec.id)).toEqual(['starting', 'running', 'rebooting', 'running'])
  })

  test('a start during a stop begins after the stop', ['machines'], async (rig) => {
    const spec = await rig.start()
    await rig.done(rig.driver.ensureStopped(spec.id))
    await rig.done(rig.driver.ensureRunning(spec))
    await rig.reach(spec.id, 'running')
    expect(rig.statesOf(spec.id).slice(-4)).toEqual(['stopping', 'stopped', 'starting', 'running'])
  })

  test('a destroyed machine is not listed, and destroying it again succeeds', ['machines'], async (rig) => {
    const spec = await rig.start()
    await rig.done(rig.driver.destroy(spec.id))
    await rig.done(rig.driver.destroy(spec.id))
    expect(await rig.find(spec.id)).toBeUndefined()
    expect(await rig.done(rig.driver.list())).toEqual([])
    expect(await rig.refusal(rig.driver.ensureStopped(spec.id))).toBe('not_found')
  })

  test('a command of an earlier request is refused and changes nothing', ['machines'], async (rig) => {
    const { driver, done, refusal } = rig
    const spec = machineSpec()
    await done(driver.ensureRunning(spec, 2))
    await rig.reach(spec.id, 'running')
    expect(await refusal(driver.ensureStopped(spec.id, 1))).toBe('superseded')
    expect(await refusal(driver.reboot(spec.id, 'late', 1))).toBe('superseded')
    // A repeated request, and one without a number, are none.
    await done(driver.ensureRunning(spec, 2))
    await done(driver.ensureRunning(spec))
    expect(await refusal(driver.ensureStopped(spec.id, 1))).toBe('superseded')
    expect(rig.statesOf(spec.id)).toEqual(['starting', 'running'])
    await done(driver.ensureStopped(spec.id, 3))
    await rig.reach(spec.id, 'stopped')
    expect(await refusal(driver.ensureRunning(spec, 2))).toBe('superseded')
    await done(driver.ensureRunning(spec, 4))
    await rig.reach(spec.id, 'running')
    await done(driver.reboot(spec.id, 'next', 5))
    await rig.reach(spec.id, 'running')
    expect(await refusal(driver.ensureStopped(spec.id, 4))).toBe('superseded')
  })

  test('a request that changes nothing supersedes earlier ones too', ['machines'], async (rig) => {
    const { driver, done, refusal } = rig
    const spec = machineSpec()
    await done(driver.ensureRunning(spec, 1))
    await rig.reach(spec.id, 'running')
    await done(driver.ensureRunning(spec, 3))
    const stopped = await refusal(driver.ensureStopped(spec.id, 2))
    expect([stopped, (await rig.find(spec.id))?.state]).toEqual(['superseded', 'running'])
    await done(driver.ensureStopped(spec.id, 4))
    await rig.reach(spec.id, 'stopped')
    await done(driver.ensureStopped(spec.id, 6))
    const started = await refusal(driver.ensureRunning(spec, 5))
    expect([started, (await rig.find(spec.id))?.state]).toEqual(['superseded', 'stopped'])
  })
}
