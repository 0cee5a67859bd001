import { expect } from 'vitest'
import { LATENCY_CLASSES, type Latencies } from '../src/latencies.ts'
import type { DriverTest } from './driver-test.ts'

/** Counters of running machines. */
export function counterTests(test: DriverTest): void {
  test(
    'each operation of a disk has a latency',
    ['machines', 'guests', 'counters'],
    async ({ driver, done, ...rig }) => {
      const { id } = await rig.boot()
      const counted = await rig.until('an operation of the disk', async () => {
        const [first] = (await done(driver.counters(id))).disks
        return first && first.reads > 0 && first
      })
      const { read, write, flush } = counted.latencies
      if (driver.facts().uncounted.includes('latencies')) return
      const countOf = ({ counts }: Latencies) => counts.reduce((sum, count) => sum + count, 0)
      expect([read, write, flush].map(countOf)).toEqual([counted.reads, counted.writes, counted.flushes])
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
    const total = (counters: typeof first) =>
      counters.vcpus.reduce(
        (sum, { run, idle, waiting, emulation }) => sum + run + idle + waiting + emulation,
        0,
      )
    const isCounted = !driver.facts().uncounted.includes('vcpus')
    const second = await rig.until('a later reading', async () => {
      const reading = await done(driver.counters(spec.id))
      return (isCounted ? total(reading) > total(first) : reading.at > first.at) && reading
    })
    expect(second.vcpus).toHaveLength(isCounted ? 2 : 0)
    expect(second.since).toEqual(first.since)
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
      expect(reading!.vcpus).toHaveLength(alone.vcpus.length)
      expect(reading!.disks.map(({ id }) => id)).toEqual(alone.disks.map(({ id }) => id))
    },
  )
}
