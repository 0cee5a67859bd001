import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedWidth, networkBounds } from './ip.ts'
import {
  explicitSubnetProblem,
  largestFreeLength,
  lowestFreeSubnet,
  memberSubnetProblem,
  prefixLengthProblem,
  prefixLengthsText,
  proposedPrefixLength,
} from './subnet-pools.ts'

test.each([
  ['198.51.100.0/24', 'v4', null],
  ['2001:db8::/32', 'v4', 'IPv6 subnet not allowed in IPv4 pool'],
  ['198.51.100.0/24', 'v6', 'IPv4 subnet not allowed in IPv6 pool'],
  ['', 'v4', 'Must contain an IP address and a width, separated by a /'],
] as const)('%s as a member of an IP%s pool: %s', (subnet, version, problem) => {
  expect(memberSubnetProblem(subnet, version)).toBe(problem)
})

test.each([
  [{ min: null, max: null }, null, null],
  [{ min: 24, max: 28 }, null, null],
  [{ min: 33, max: null }, 'Must be between 0 and 32', null],
  [{ min: 28, max: 26 }, 'Min prefix length must be ≤ max prefix length', null],
  [{ min: 20, max: 22 }, 'Must be ≥ subnet prefix length (24)', 'Must be ≥ subnet prefix length (24)'],
])('prefix lengths %o of a /24', (lengths, min, max) => {
  expect(prefixLengthProblem('min', lengths, '198.51.100.0/24', 'v4')).toBe(min)
  expect(prefixLengthProblem('max', lengths, '198.51.100.0/24', 'v4')).toBe(max)
})

test('an explicit subnet starts at its first address', () => {
  expect(explicitSubnetProblem('198.51.100.0/28')).toBeNull()
  expect(explicitSubnetProblem('198.51.100.1/28')).toBe('Must be the first address of the subnet')
})

describe('the lowest free subnet', () => {
  const within = networkBounds('10.0.0.0/24')
  const taken = (...networks: string[]) => networks.map((network) => networkBounds(network))

  test.each([
    [[], 28, '10.0.0.0/28'],
    [['10.0.0.0/28'], 28, '10.0.0.16/28'],
    [['10.0.0.0/32'], 25, '10.0.0.128/25'],
    [['10.0.0.16/28'], 28, '10.0.0.0/28'],
    [['10.0.0.0/30', '10.0.0.32/27'], 29, '10.0.0.8/29'],
    [['10.0.0.0/25', '10.0.0.128/25'], 32, null],
    [['10.0.0.255/32'], 24, null],
  ] as const)('beside %o of length %i is %s', (allocated, length, free) => {
    expect(lowestFreeSubnet(within, taken(...allocated), length, 'v4')).toBe(free)
  })

  test('of 2^64 addresses needs no counting', () => {
    const first = networkBounds('fd00::/64')
    expect(lowestFreeSubnet(first, taken('fd00::/65'), 80, 'v6')).toBe('fd00::8000:0:0:0/80')
  })

  test('equals that of a search through all addresses', () => {
    const lengths = fc.array(fc.integer({ min: 26, max: 32 }), { maxLength: 40 })
    fc.assert(
      fc.property(lengths, fc.array(fc.nat(39), { maxLength: 20 }), (wanted, released) => {
        const used = new Map<string, { first: string; last: string }>()
        for (const [at, length] of wanted.entries()) {
          const sorted = [...used.values()].toSorted((a, b) => (a.first < b.first ? -1 : 1))
          const found = lowestFreeSubnet(within, sorted, length, 'v4')
          expect(found).toBe(bySearch(sorted, length))
          if (found) used.set(found, networkBounds(found))
          const gone = [...used.keys()][released[at] ?? 99]
          if (gone) used.delete(gone)
        }
      }),
    )
  })
})

/** A slow, obvious search: every aligned subnet of 10.0.0.0/24 in order. */
function bySearch(taken: readonly { first: string; last: string }[], length: number): string | null {
  const size = 2 ** (32 - length)
  for (let at = 0; at < 256; at += size) {
    const [first, last] = [fixedWidth(`10.0.0.${at}`), fixedWidth(`10.0.0.${at + size - 1}`)]
    if (!taken.some((one) => one.first <= last && first <= one.last)) return `10.0.0.${at}/${length}`
  }
  return null
}

test.each<[{ min: number; max: number }[], 'v4' | 'v6', number | null]>([
  [[], 'v4', null],
  [[{ min: 20, max: 28 }], 'v4', 24],
  [[{ min: 26, max: 30 }], 'v4', 26],
  [[{ min: 8, max: 16 }], 'v4', 16],
  [
    [
      { min: 16, max: 20 },
      { min: 27, max: 30 },
    ],
    'v4',
    27,
  ],
  [[{ min: 48, max: 56 }], 'v6', 56],
])('proposes a prefix length that the pool has: %j', (ranges, version, length) => {
  expect(proposedPrefixLength(ranges, version)).toBe(length)
})

test('proposes no prefix length that is larger than what is free', () => {
  const ranges = [{ min: 20, max: 30 }]
  expect(proposedPrefixLength(ranges, 'v4', 28)).toBe(28)
  expect(proposedPrefixLength(ranges, 'v4', 20)).toBe(24)
})

test('finds the largest free subnet of the members of a pool', () => {
  const space = (network: string, lengths: { min: number; max: number }, ...taken: string[]) => ({
    ...networkBounds(network),
    lengths,
    taken: taken.map(networkBounds),
  })
  const any = { min: 24, max: 30 }
  expect(largestFreeLength([space('10.0.0.0/24', any)], 'v4')).toBe(24)
  const half = space('10.0.0.0/24', any, '10.0.0.0/28', '10.0.0.128/25')
  expect(largestFreeLength([half], 'v4')).toBe(26)
  const full = space('10.0.1.0/24', any, '10.0.1.0/24')
  expect(largestFreeLength([full], 'v4')).toBeNull()
  expect(largestFreeLength([full, half, space('10.0.2.0/24', { min: 29, max: 30 })], 'v4')).toBe(26)
  expect(largestFreeLength([], 'v4')).toBeNull()
})

test('names prefix lengths, each once', () => {
  const ranges = (...pairs: [number, number][]) => pairs.map(([min, max]) => ({ min, max }))
  expect(prefixLengthsText(ranges([26, 30], [32, 32]))).toBe('/26 to /30, /32')
  expect(prefixLengthsText(ranges([28, 32], [27, 30]))).toBe('/27 to /32')
  expect(prefixLengthsText(ranges([24, 26], [27, 28]))).toBe('/24 to /28')
})
