import { expect, test } from 'vitest'
import { addSample, durationWords, isAllZero, secondsLeft, speedOf, type TransferSample } from './transfer.ts'

const MOMENTS = (every: number, bytes: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ time: at * every, bytes: at * bytes }))

test('measures the speed of the last seconds, not of the whole transfer', () => {
  let samples: TransferSample[] = []
  for (const sample of MOMENTS(1000, 10, 20)) samples = addSample(samples, sample)
  expect(speedOf(samples)).toBe(10)
  const { bytes } = samples.at(-1)!
  for (let at = 1; at <= 10; at++) samples = addSample(samples, { time: 19_000 + at * 1000, bytes })
  expect(speedOf(samples)).toBe(0)
  expect(samples.length).toBeLessThan(12)
})

test('returns null with too few samples', () => {
  expect(speedOf([])).toBeNull()
  expect(speedOf(MOMENTS(100, 10, 3))).toBeNull()
})

test('estimates the remaining time from the current speed', () => {
  expect(secondsLeft(100, 40, 10)).toBe(6)
  expect(secondsLeft(100, 40, 0)).toBeNull()
  expect(secondsLeft(100, 40, null)).toBeNull()
  expect([40, 60, 170, 7500].map(durationWords)).toEqual([
    '40 s',
    'about 1 min',
    'about 3 min',
    'about 2 h 5 min',
  ])
})

test.each([0, 1, 3, 4, 8, 511, 512])(
  'finds %i zeros at any alignment, and any other byte among them',
  (length) => {
    for (const offset of [0, 1, 4]) {
      const bytes = new Uint8Array(new ArrayBuffer(600), offset, length)
      expect(isAllZero(bytes)).toBe(true)
      for (const at of [0, Math.floor(length / 2), length - 1].filter((one) => one >= 0 && one < length)) {
        bytes[at] = 1
        expect(isAllZero(bytes)).toBe(false)
        bytes[at] = 0
      }
    }
  },
)
