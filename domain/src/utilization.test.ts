import { expect, test } from 'vitest'
import { available, remainingAddresses, sumAmounts, usageLevel, usedPercent } from './utilization.ts'

test.each([
  [0, 0, null, 'normal'],
  [0, 10, 0, 'normal'],
  [66, 100, 66, 'normal'],
  [67, 100, 67, 'notice'],
  [75, 100, 75, 'notice'],
  [76, 100, 76, 'danger'],
  [30, 10, 300, 'danger'],
])('%d of %d are %s percent: %s', (used, capacity, percent, level) => {
  expect(usedPercent(used, capacity)).toBe(percent)
  expect(usageLevel(percent)).toBe(level)
})

test('adds up amounts and returns the rest of a quota', () => {
  const quota = { cpus: 10, memory: 20, storage: 30 }
  const used = { cpus: 4, memory: 20, storage: 40 }
  expect(available(quota, used)).toEqual({ cpus: 6, memory: 0, storage: -10 })
  expect(sumAmounts([quota, used, used])).toEqual({ cpus: 18, memory: 60, storage: 110 })
  expect(sumAmounts([])).toEqual({ cpus: 0, memory: 0, storage: 0 })
})

test('counts free addresses', () => {
  expect(remainingAddresses(2n ** 64n, 1n)).toBe(2n ** 64n - 1n)
  expect(remainingAddresses(1n, 2n)).toBe(0n)
})
