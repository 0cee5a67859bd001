import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'
import { follow } from './rig.ts'
import { machineSpec } from './specs.ts'

/** Crashes of a machine's process and of its driver. */
export function outageTests(test: DriverTest): void {
  test(
    'a machine whose process dies is reported failed, and starts again',
    ['machines', 'kill'],
    async (rig) => {
      const spec = await rig.start()
      await rig.kill(spec.id)
      expect(await rig.reach(spec.id, 'failed')).toMatchObject({
        sledId: null,
        reason: expect.any(String),
      })
      expect(rig.statesOf(spec.id).at(-1)).toBe('failed')
      await rig.done(rig.driver.ensureRunning(spec))
      await rig.reach(spec.id, 'running')
    },
  )

  test('machines keep running without a driver', ['machines', 'reopen'], async (rig) => {
    const running = await rig.start()
    const starting = machineSpec({ name: 'm2', hostname: 'm2' })
    await rig.done(rig.driver.ensureRunning(starting))
    const before = await rig.find(running.id)
    const second = await rig.reopen()
    const reports = follow(second)
    expect(await rig.find(running.id, second)).toEqual(before)
    await rig.reach(starting.id, 'running', second)
    await rig.done(second.ensureStopped(running.id))
    await rig.reach(running.id, 'stopped', second)
    expect(rig.statesOf(running.id, reports)).toEqual(['stopping', 'stopped'])
  })
}
