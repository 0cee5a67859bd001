import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'

/** Counters of running machines. */
export function counterTests(test: DriverTest): void {
  test('counters increase, and only exist while the machine is up', ['machines', 'counters'], async (rig) => {
    const { driver, done } = rig
    const spec = await rig.start({ ncpus: 2 })
    const first = await done(driver.counters(spec.id))
    await rig.pass(10_000)
    const second = await done(driver.counters(spec.id))
    expect(second.vcpus).toHaveLength(2)
    expect(second.since).toEqual(first.since)
    const total = (counters: typeof first) =>
      counters.vcpus.reduce(
        (sum, { run, idle, waiting, emulation }) => sum + run + idle + waiting + emulation,
        0,
      )
    expect(total(second)).toBeGreaterThan(total(first))
    await done(driver.ensureStopped(spec.id))
    await rig.reach(spec.id, 'stopped')
    expect(await rig.refusal(driver.counters(spec.id))).toBe('invalid')
  })
}
