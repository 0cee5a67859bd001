import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBlock, packBlock, type Run } from './block.ts'

const T0 = Date.parse('2026-01-01T00:00:00Z')
const largest = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const column = (length: number) =>
  fc.oneof(
    fc.array(largest, { minLength: length, maxLength: length }),
    fc
      .array(fc.nat(2 ** 31 - 1), { minLength: length, maxLength: length })
      .map((steps) => totalsOf(steps, 1_000_000)),
    fc.nat(1000).map((step) => Array.from({ length }, (_, at) => at * step)),
  )

function totalsOf(steps: readonly number[], first: number): number[] {
  let total = first
  return steps.map((step) => (total += step))
}

const runs: fc.Arbitrary<Run> = fc
  .record({ length: fc.integer({ min: 1, max: 80 }), width: fc.nat(6), since: fc.nat(10 ** 9) })
  .chain(({ length, width, since }) =>
    fc.record({
      since: fc.constant(T0 - since),
      times: fc
        .array(fc.integer({ min: 1, max: 20_000 }), { minLength: length, maxLength: length })
        .map((steps) => totalsOf(steps, T0)),
      columns: fc.array(column(length), { minLength: width, maxLength: width }),
    }),
  )

test('an exact block gives back every value', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const block = await openBlock(await packBlock(run, 'exact'))
      expect(block.since).toBe(run.since)
      expect([...block.times]).toEqual(Array.from(run.times))
      expect(block.width).toBe(run.columns.length)
      run.columns.forEach((values, at) => expect([...block.column(at)]).toEqual(Array.from(values)))
    }),
    { numRuns: 500 },
  )
})

test('a total of a rounded block is off by at most 1/1024 of the mean increase, an increase by 1/512', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const block = await openBlock(await packBlock(run, 'rounded'))
      run.columns.forEach((values, at) => {
        const increase = Math.abs(values[values.length - 1]! - values[0]!) / Math.max(1, values.length - 1)
        const errors = Array.from(block.column(at), (value, i) => Math.abs(value - values[i]!))
        expect(Math.max(...errors)).toBeLessThanOrEqual(increase / 1024)
        const increases = (totals: ArrayLike<number>) =>
          Array.from(totals, (total, i) => total - (totals[i - 1] ?? total))
        const exact = increases(values)
        const wrong = increases(block.column(at)).map((value, i) => Math.abs(value - exact[i]!))
        expect(Math.max(...wrong)).toBeLessThanOrEqual(increase / 512)
      })
    }),
    { numRuns: 500 },
  )
})

test('a steady counter takes less than a bit for each reading, a noisy one about two bytes', async () => {
  const times = Array.from({ length: 360 }, (_, at) => T0 + at * 10_000)
  const size = async (values: number[]) =>
    (await packBlock({ since: T0, times, columns: [values] }, 'exact')).length
  expect(await size(times.map((_, at) => 5_000_000_000_000 + at * 123_456))).toBeLessThan(100)
  let total = 5_000_000_000_000
  const noise = fc.sample(fc.nat(50_000), { numRuns: 360, seed: 1 })
  expect(await size(noise.map((step) => (total += step)))).toBeLessThan(360 * 3)
})

test('bytes of another format are refused', async () => {
  await expect(openBlock(new Uint8Array([9, 0, 0]))).rejects.toThrow('unknown format 9')
})
