import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlookOf, type Sample, trendOf } from './trend.ts'

const samplesOf = (values: readonly number[]): Sample[] => values.map((value, day) => ({ day, value }))
const line = (perDay: number, days = 30) =>
  samplesOf(Array.from({ length: days + 1 }, (_, day) => day * perDay))

/** Amounts as they occur: whole and not negative. */
const histories = fc
  .array(fc.nat(1_000_000), { minLength: 8, maxLength: 31 })
  .map((values) => samplesOf(values))

describe('trendOf', () => {
  test('finds the slope of a line exactly, without any doubt', () =>
    expect(trendOf(line(3))).toEqual({ likely: 3, slowest: 3, fastest: 3 }))

  test('ignores outliers', () => {
    const samples = line(3).map((sample) => (sample.day % 8 === 4 ? { ...sample, value: 100_000 } : sample))
    expect(trendOf(samples).likely).toBeCloseTo(3, 0)
  })

  test('lies within its interval, which lies within the slopes between neighbours', () =>
    fc.assert(
      fc.property(histories, (samples) => {
        const { likely, slowest, fastest } = trendOf(samples)
        const steps = samples.slice(1).map(({ value }, at) => value - samples[at]!.value)
        expect(slowest).toBeLessThanOrEqual(likely)
        expect(likely).toBeLessThanOrEqual(fastest)
        expect(slowest).toBeGreaterThanOrEqual(Math.min(...steps) - 1e-6)
        expect(fastest).toBeLessThanOrEqual(Math.max(...steps) + 1e-6)
      }),
    ))

  test('is less certain when neighbouring days resemble each other', () => {
    const days = Array.from({ length: 31 }, (_, day) => day)
    const noise = days.map((day) => (day * 17) % 31)
    const near = noise.toSorted((a, b) => a - b).map((value, at) => (at < 16 ? value : 46 - value))
    const width = (off: readonly number[]) => {
      const { slowest, fastest } = trendOf(samplesOf(days.map((day) => 10 * day + off[day]!)))
      return fastest - slowest
    }
    expect(width(near)).toBeGreaterThan(2 * width(noise))
  })

  test('stays the same when all values and days are moved', () =>
    fc.assert(
      fc.property(histories, fc.nat(1000), fc.nat(1000), (samples, value, day) => {
        const moved = samples.map((sample) => ({ day: sample.day + day, value: sample.value + value }))
        const before = trendOf(samples)
        const after = trendOf(moved)
        expect(after.likely).toBeCloseTo(before.likely, 3)
        expect(after.fastest).toBeGreaterThanOrEqual(after.slowest)
      }),
    ))

  test('is that of the mirror image backwards', () =>
    fc.assert(
      fc.property(histories, (samples) => {
        const mirrored = samples.map(({ day, value }) => ({ day, value: -value }))
        expect(trendOf(mirrored).likely).toBeCloseTo(-trendOf(samples).likely, 6)
      }),
    ))
})

describe('outlookOf', () => {
  test('says when a steady growth reaches the limit', () =>
    expect(outlookOf(line(2), 60 + 70)).toEqual({
      state: 'runs_out',
      likelyDays: 35,
      earliestDays: 35,
      latestDays: 35,
    }))

  test('expects nothing of a steady or shrinking use', () => {
    expect(outlookOf(samplesOf(Array.from({ length: 31 }, () => 5)), 6).state).toBe('not_within_a_year')
    expect(
      outlookOf(
        line(2)
          .toReversed()
          .map(({ value }, day) => ({ day, value })),
        100,
      ).state,
    ).toBe('not_within_a_year')
  })

  test('a single jump is no trend, but leaves a doubt', () => {
    const jump = samplesOf(Array.from({ length: 31 }, (_, day) => (day < 15 ? 0 : 100)))
    expect(outlookOf(jump, 1000)).toMatchObject({ state: 'runs_out', latestDays: null })
  })

  test('needs seven days', () => {
    expect(outlookOf(line(2, 6), 100).state).toBe('not_enough_history')
    expect(outlookOf(line(2, 7), 100).state).toBe('runs_out')
    expect(outlookOf([], 100).state).toBe('not_enough_history')
  })

  test('full needs no history', () => {
    expect(outlookOf(samplesOf([10]), 10).state).toBe('full')
    expect(outlookOf(samplesOf([10]), 5).state).toBe('full')
  })

  test('nothing is full where nothing may be used, and nothing is', () => {
    expect(outlookOf(samplesOf([0]), 0).state).toBe('no_capacity')
    expect(outlookOf([], 0).state).toBe('no_capacity')
    expect(outlookOf(samplesOf([1]), 0).state).toBe('full')
    expect(outlookOf(samplesOf([0]), 1).state).toBe('not_enough_history')
  })

  test('more room never runs out earlier', () =>
    fc.assert(
      fc.property(
        histories,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(1_000_000),
        (samples, room, more) => {
          const now = samples.at(-1)!.value
          const daysOf = (limit: number) => {
            const outlook = outlookOf(samples, limit)
            return outlook.state === 'runs_out' ? outlook.earliestDays : Infinity
          }
          expect(daysOf(now + room + more)).toBeGreaterThanOrEqual(daysOf(now + room))
        },
      ),
    ))

  test('the earliest time is before the likely one, and that before the latest', () =>
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 1_000_000 }), (samples, room) => {
        const outlook = outlookOf(samples, samples.at(-1)!.value + room)
        if (outlook.state !== 'runs_out') return
        const likely = outlook.likelyDays ?? Infinity
        expect(outlook.earliestDays).toBeLessThanOrEqual(likely)
        expect(likely).toBeLessThanOrEqual(outlook.latestDays ?? Infinity)
      }),
    ))
})
