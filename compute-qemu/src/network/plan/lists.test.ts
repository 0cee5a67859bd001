import fc from 'fast-check'
import { networkContains } from '@granary/domain/ip.ts'
import { expect, test } from 'vitest'
import { disjoint, FAMILIES, mergeRanges } from './lists.ts'

const [v4, v6] = FAMILIES

test('networks that others contain are left out', () => {
  const list = [
    '10.0.0.6',
    '10.0.0.0/24',
    'fd00::/64',
    '10.0.0.0/16',
    '10.1.0.5/32',
    '10.1.0.5',
    'fd00::5',
    '9.0.0.1',
  ]
  expect(disjoint(list, v4)).toEqual(['9.0.0.1/32', '10.0.0.0/16', '10.1.0.5/32'])
  expect(disjoint(list, v6)).toEqual(['fd00::/64'])
  expect(disjoint([...list, '0.0.0.0/0', '::/0'], v4)).toEqual(['0.0.0.0/0'])
  expect(disjoint([], v4)).toEqual([])
})

test('every network is in exactly one of the result', () => {
  const network = fc
    .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 24, max: 32 }))
    .map(
      ([host, length]) =>
        `10.0.0.${length === 32 ? host : (host >> (32 - length)) << (32 - length)}/${length}`,
    )
  fc.assert(
    fc.property(fc.array(network), (list) => {
      const left = disjoint(list, v4)
      for (const one of list) expect(left.filter((other) => networkContains(other, one))).toHaveLength(1)
      expect(left.every((one) => list.includes(one))).toBe(true)
    }),
  )
})

test('ranges of ports become disjoint', () => {
  const ranges = [
    { first: 80, last: 90 },
    { first: 22, last: 22 },
    { first: 23, last: 25 },
    { first: 85, last: 86 },
  ]
  expect(mergeRanges(ranges)).toEqual([
    { first: 22, last: 25 },
    { first: 80, last: 90 },
  ])
})
