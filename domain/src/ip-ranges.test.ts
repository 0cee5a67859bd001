import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedWidth, fromFixedWidth } from './ip.ts'
import {
  capacityOf,
  fixedRange,
  lowestFreeInRanges,
  rangeContains,
  rangeEndProblem,
  rangeProblem,
  rangesOverlap,
} from './ip-ranges.ts'

const v4 = { ipVersion: 'v4', poolType: 'unicast' } as const
const v6 = { ipVersion: 'v6', poolType: 'unicast' } as const
const v4Multicast = { ipVersion: 'v4', poolType: 'multicast' } as const

test("requires an end of the pool's family", () => {
  expect(rangeEndProblem('10.0.0.1', 'v4')).toBeNull()
  expect(rangeEndProblem('', 'v4')).toBe('Not a valid IP address')
  expect(rangeEndProblem('fd00::1', 'v4')).toBe('IPv6 address not allowed in IPv4 pool')
  expect(rangeEndProblem('10.0.0.1', 'v6')).toBe('IPv4 address not allowed in IPv6 pool')
})

test.each([
  ['10.0.0.1', '10.0.0.1', v4, null],
  ['9.255.255.255', '10.0.0.0', v4, null],
  ['fd00::', 'fd00::ffff', v6, null],
  ['10.0.0.10', '10.0.0.9', v4, 'IP address ranges must be non-decreasing'],
  ['10.0.0.1', 'fd00::1', v4, 'IPv6 address not allowed in IPv4 pool'],
  ['223.255.255.255', '224.0.0.0', v4, 'Multicast addresses are not allowed in a unicast pool'],
  ['ff02::1', 'ff02::2', v6, 'Multicast addresses are not allowed in a unicast pool'],
  ['224.0.0.1', '239.255.255.255', v4Multicast, null],
  ['223.255.255.255', '224.0.0.1', v4Multicast, 'Only multicast addresses are allowed in a multicast pool'],
  ['::', '1::', v6, 'IPv4 addresses inside IPv6 are not allowed in a pool'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.2', v6, 'IPv4 addresses inside IPv6 are not allowed in a pool'],
])('%s to %s: %#', (first, last, pool, problem) => expect(rangeProblem({ first, last }, pool)).toBe(problem))

test('counts capacity by family', () => {
  const ranges = [
    { first: '10.0.0.1', last: '10.0.0.10' },
    { first: '10.0.1.1', last: '10.0.1.1' },
    { first: 'fd00::', last: 'fd00::ffff:ffff:ffff:ffff' },
  ]
  expect(capacityOf(ranges.map(fixedRange))).toEqual({ v4: 11n, v6: 2n ** 64n })
})

describe('properties', () => {
  const at = (number: number) => fixedWidth(`10.0.0.${number}`)
  const byte = fc.nat(40)
  const range = fc.tuple(byte, byte).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  const numbers = ([first, last]: readonly [number, number]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const fixed = ([first, last]: readonly [number, number]) => ({ first: at(first), last: at(last) })

  test('ranges overlap if they share an address, and contain another if they share all of its addresses', () => {
    fc.assert(
      fc.property(range, range, (one, other) => {
        const [mine, theirs] = [numbers(one), numbers(other)]
        expect(rangesOverlap(fixed(one), fixed(other))).toBe(mine.some((number) => theirs.includes(number)))
        expect(rangeContains(fixed(one), fixed(other))).toBe(theirs.every((number) => mine.includes(number)))
      }),
    )
  })

  test('one common address is an overlap', () => {
    expect(rangesOverlap(fixed([5, 9]), fixed([1, 5]))).toBe(true)
    expect(rangesOverlap(fixed([1, 5]), fixed([5, 9]))).toBe(true)
    expect(rangesOverlap(fixed([1, 4]), fixed([5, 9]))).toBe(false)
  })

  test('the lowest free address is what a linear search finds', () => {
    /** Ascending ends; each pair is a range. */
    const ranges = fc
      .uniqueArray(byte, { maxLength: 8 })
      .map((ends) => ends.sort((a, b) => a - b))
      .map((ends) => ends.slice(1).flatMap((end, index) => (index % 2 ? [] : [[ends[index]!, end] as const])))
    const taken = fc.array(fc.oneof(fc.nat(12), byte), { maxLength: 40 })
    fc.assert(
      fc.property(ranges, taken, (some, held) => {
        const free = some.flatMap(numbers).find((number) => !held.includes(number))
        const found = lowestFreeInRanges(some.map(fixed), held.map(at).sort())
        expect(found && fromFixedWidth(found)).toBe(free === undefined ? null : `10.0.0.${free}`)
      }),
      { numRuns: 3000 },
    )
  })

  test('addresses allocated between two ranges do not count against the second', () => {
    const ranges = [fixed([1, 2]), fixed([4, 6])]
    expect(lowestFreeInRanges(ranges, [1, 2, 3, 4].map(at))).toBe(at(5))
    expect(lowestFreeInRanges(ranges, [1, 2, 3, 4, 5, 6].map(at))).toBeNull()
  })

  test('stops at the last address of all', () => {
    const last = fixedWidth('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')
    expect(lowestFreeInRanges([{ first: last, last }], [last])).toBeNull()
  })
})
