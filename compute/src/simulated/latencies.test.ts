import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IO_KINDS } from '../latencies.ts'
import { latenciesOf } from './latencies.ts'

test('each operation adds itself to one class, and disks differ', () => {
  fc.assert(
    fc.property(fc.constantFrom(...IO_KINDS), fc.nat(1_000_000), (kind, count) => {
      const [before, after] = [latenciesOf(kind, 'd', count), latenciesOf(kind, 'd', count + 1)]
      const added = after.counts.map((some, at) => some - before.counts[at]!)
      expect(added.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 9 }, () => 0), 1])
      expect(after.sum).toBeGreaterThan(before.sum)
      expect(after.counts.reduce((sum, some) => sum + some)).toBe(count + 1)
    }),
    { numRuns: 500 },
  )
  const looks = Array.from({ length: 20 }, (_, at) => latenciesOf('read', `disk-${at}`, 1000).counts.join())
  expect(new Set(looks).size).toBe(3)
})

test('latencies change with time', () => {
  const between = (from: number, to: number) =>
    latenciesOf('read', 'd', to).counts.map((some, at) => some - latenciesOf('read', 'd', from).counts[at]!)
  expect(between(0, 2000)).not.toEqual(between(12_000, 14_000))
  expect(between(0, 2000)).toEqual(between(18_000, 20_000))
})
