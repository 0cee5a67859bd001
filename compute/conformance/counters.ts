import { expect } from 'vitest'
import { LATENCY_CLASSES, type Latencies } from '../src/latencies.ts'
import type { DriverTest } from './driver-test.ts'
import { diskSpec } from './specs.ts'

/** Counters of running machines. */
export function counterTests(test: DriverTest): void {
  test(
    'each operation of a disk has a latency',
    ['machines', 'blocks', 'counters'],
    async ({ driver, done, ...rig }) => {
      const disk = diskSpec()
      await done(driver.createDisk(disk))
      const { id } = await rig.start({ disks: [{ id: disk.id, name: 'd1', readOnly: false }] })
      await rig.pass(60_000)
      const [counted] = (await done(driver.counters(id))).disks
      const { read, write, flush } = counted!.latencies
      const countOf = ({ counts }: Latencies) => counts.reduce((sum, count) => sum + count, 0)
      expect([read, write, flush].map(countOf)).toEqual([counted!.reads, counted!.writes, counted!.flushes])
      for (const { counts, sum } of [read, write, flush]) {
        expect(counts).toHaveLength(LATENCY_CLASSES.length)
        const least = counts.reduce((total, count, at) => total + count * LATENCY_CLASSES[at]!, 0)
        expect(sum).toBeGreaterThanOrEqual(least)
      }
    },
  )

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

  test(
    'a reading of all machines has the counters of those that are up',
    ['machines', 'counters'],
    async (rig) => {
      const { driver, done } = rig
      const up = await rig.start({ ncpus: 2 })
      const down = await rig.start({ ncpus: 1 })
      await done(driver.ensureStopped(down.id))
      await rig.reach(down.id, 'stopped')
      const [reading, ...others] = await done(driver.allCounters())
      expect(others).toEqual([])
      const alone = await done(driver.counters(up.id))
      expect(reading).toMatchObject({ id: up.id, sledId: expect.any(String) as string, since: alone.since })
      expect(reading!.vcpus).toHaveLength(2)
      expect(reading!.disks.map(({ id }) => id)).toEqual(alone.disks.map(({ id }) => id))
    },
  )
}
