import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { address, network, valueOf } from './ip-testing.ts'
import {
  fixedWidth,
  fromFixedWidth,
  hasHostBits,
  ipNetProblem,
  ipVersion,
  lowestFreeAddress,
  networkBounds,
  networkContains,
  networksOverlap,
  normalizeNetwork,
  rangeSize,
  reservedAddressProblem,
  subnetContains,
  usableBounds,
} from './ip.ts'

describe('networks', () => {
  const separated = 'Must contain an IP address and a width, separated by a /'

  test.each([
    ['10.0.0.0/8', null],
    ['10.1.2.3/0', null],
    ['1.2.3.4/032', null],
    ['::/128', null],
    ['', separated],
    ['10.0.0.0', separated],
    ['10.0.0.0/', separated],
    ['10.0.0.0/ ', separated],
    ['/8', separated],
    ['10.0.0/8', separated],
    ['10.0.0.0/8/8', separated],
    ['fe80::1%eth0/64', separated],
    ['10.0.0.0/a', 'Width must be an integer'],
    ['10.0.0.0/-1', 'Width must be an integer'],
    ['10.0.0.0/1.5', 'Width must be an integer'],
    ['10.0.0.0/33', 'Max width for IPv4 is 32'],
    ['10.0.0.0/0008', 'Max width for IPv4 is 32'],
    ['::/129', 'Max width for IPv6 is 128'],
  ])('%j: %s', (text, problem) => expect(ipNetProblem(text)).toBe(problem))

  test('bounds, canonical form and containment', () => {
    const bounds = networkBounds('172.30.1.77/22')
    expect([fromFixedWidth(bounds.first), fromFixedWidth(bounds.last)]).toEqual([
      '172.30.0.0',
      '172.30.3.255',
    ])
    expect(normalizeNetwork('172.30.1.77/22')).toBe('172.30.0.0/22')
    expect(normalizeNetwork('FD00:0:1:2::9/48')).toBe('fd00:0:1::/48')
    expect([hasHostBits('172.30.1.77/22'), hasHostBits('172.30.0.0/22')]).toEqual([true, false])
    expect(subnetContains('0.0.0.0/0', '::1')).toBe(false)
    expect(networksOverlap('0.0.0.0/0', '::/0')).toBe(false)
  })

  test('a network contains exactly the addresses that share its leading bits', () => {
    fc.assert(
      fc.property(network, address, (net, text) => {
        const [base, bits] = net.split('/') as [string, string]
        const shift = BigInt((ipVersion(base) === 'v4' ? 32 : 128) - Number(bits))
        const same =
          ipVersion(base) === ipVersion(text) && valueOf(base)! >> shift === valueOf(text)! >> shift
        expect(subnetContains(net, text)).toBe(same)
        expect(subnetContains(net, base)).toBe(true)
      }),
    )
  })

  test('two networks overlap exactly if one contains the other', () => {
    const small = fc
      .tuple(fc.nat(15), fc.integer({ min: 26, max: 32 }))
      .map(([last, bits]) => `10.0.0.${last * 16}/${bits}`)
    fc.assert(
      fc.property(fc.oneof(small, network), fc.oneof(small, network), (one, other) => {
        expect(networksOverlap(one, other)).toBe(networkContains(one, other) || networkContains(other, one))
        expect(networksOverlap(one, other)).toBe(networksOverlap(other, one))
      }),
    )
  })
})

describe('subnet addresses', () => {
  test('the first five addresses, and for IPv4 the last, are reserved', () => {
    const usual = (block: string) => Object.values(usableBounds(block)).map(fromFixedWidth)
    expect(usual('172.30.0.0/22')).toEqual(['172.30.0.5', '172.30.3.254'])
    expect(usual('fd00::/64')).toEqual(['fd00::5', 'fd00::ffff:ffff:ffff:ffff'])
    expect(reservedAddressProblem('172.30.0.0/22', '172.30.0.4')).toBe(
      'The first 5 addresses of a subnet are reserved',
    )
    expect(reservedAddressProblem('172.30.0.0/22', '172.30.3.255')).toBe('Cannot request a broadcast address')
    expect(reservedAddressProblem('172.30.0.0/22', '172.30.0.5')).toBeNull()
    expect(reservedAddressProblem('fd00::/64', 'fd00::ffff:ffff:ffff:ffff')).toBeNull()
  })

  test('finds the lowest free address in a block of any size', () => {
    const free = (block: string, ...taken: string[]) => {
      const found = lowestFreeAddress(block, taken.map(fixedWidth))
      return found && fromFixedWidth(found)
    }
    expect(free('172.30.0.0/22')).toBe('172.30.0.5')
    expect(free('172.30.0.0/22', '172.30.0.5', '172.30.0.6', '172.30.0.8')).toBe('172.30.0.7')
    expect(free('fd00::/8', 'fd00::5')).toBe('fd00::6')
    expect(free('10.0.0.0/29', '10.0.0.5', '10.0.0.6')).toBeNull()
    expect(free('10.0.0.0/30')).toBeNull()
    expect(free('ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127')).toBeNull()
  })

  test('finds the same address as a linear search', () => {
    fc.assert(
      fc.property(fc.integer({ min: 26, max: 32 }), fc.uniqueArray(fc.nat(63)), (bits, numbers) => {
        const size = 2 ** (32 - bits)
        const taken = new Set(numbers.filter((number) => number < size))
        let expected: string | null = null
        for (let number = size - 2; number >= 5; number--)
          if (!taken.has(number)) expected = `10.0.0.${number}`
        const fixed = [...taken].map((number) => fixedWidth(`10.0.0.${number}`)).sort()
        const found = lowestFreeAddress(`10.0.0.0/${bits}`, fixed)
        expect(found && fromFixedWidth(found)).toBe(expected)
      }),
    )
  })
})

test('a range includes both ends', () => {
  expect(rangeSize('10.0.0.1', '10.0.0.1')).toBe(1n)
  expect(rangeSize('fd00::', 'fd00::ffff:ffff:ffff:ffff')).toBe(2n ** 64n)
})
