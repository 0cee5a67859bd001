import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networksOverlap } from './ip.ts'
import {
  isPrivateV4,
  isUniqueLocal,
  proposedSubnetV4,
  randomVpcPrefix,
  subnetConflict,
  subnetV4Problem,
  subnetV6Problem,
  transitIpsProblem,
  VPC_BLOCKS,
  vpcBlock,
  vpcPrefixProblem,
} from './subnets.ts'

test.each([
  ['fd00:1:2::/48', null],
  ['FDFF:1:2:3::9/48', null],
  ['', 'Must contain an IP address and a width, separated by a /'],
  ['fd00::/129', 'Max width for IPv6 is 128'],
  ['10.0.0.0/8', 'Must be an IPv6 prefix'],
  ['2001:db8::/48', 'Must be a unique local address (fc00::/7)'],
  ['fc00:1:2::/48', 'Must be a locally assigned unique local address (fd00::/8)'],
  ['fd00:1:2::/47', 'Width must be 48'],
  ['fd00:1:2::/64', 'Width must be 48'],
])('VPC prefix %j: %s', (prefix, problem) => expect(vpcPrefixProblem(prefix)).toBe(problem))

describe('IPv4 block of a subnet', () => {
  test.each([
    ['10.0.0.0/8', null],
    ['172.30.0.0/22', null],
    ['192.168.255.192/26', null],
    ['172.31.9.9/16', null],
    ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
    ['fd00::/64', 'Must be an IPv4 network'],
    ['10.0.0.0/7', 'Width must be between 8 and 26'],
    ['10.0.0.0/27', 'Width must be between 8 and 26'],
  ])('%s: %s', (block, problem) => expect(subnetV4Problem(block)).toBe(problem))

  test.each([
    ['11.0.0.0/8'],
    ['172.32.0.0/16'],
    ['172.16.0.0/11'],
    ['192.168.0.0/15'],
    ['127.0.0.0/8'],
    ['0.0.0.0/8'],
  ])('%s is not private', (block) => expect(subnetV4Problem(block)).toContain('private'))

  test('is private if all of its addresses are', () => {
    const privateByBytes = ([a, b]: number[]) =>
      a === 10 || (a === 172 && b! >= 16 && b! <= 31) || (a === 192 && b === 168)
    const first = fc.constantFrom(9, 10, 11, 172, 192)
    const second = fc.constantFrom(0, 15, 16, 31, 32, 167, 168, 169)
    fc.assert(
      fc.property(first, second, fc.integer({ min: 16, max: 32 }), (a, b, width) => {
        expect(isPrivateV4(`${a}.${b}.0.0/${width}`)).toBe(privateByBytes([a, b]))
      }),
    )
  })
})

describe('IPv6 block of a subnet', () => {
  test.each([
    ['fd00:1:2::/64', null],
    ['fd00:1:2:ffff::/64', null],
    ['10.0.0.0/8', 'Must be an IPv6 network'],
    ['fd00:1:2::/63', 'Width must be 64'],
    ['fd00:1:3::/64', "Must be inside the VPC's prefix fd00:1:2::/48"],
  ])('%s: %s', (block, problem) => expect(subnetV6Problem(block, 'fd00:1:2::/48')).toBe(problem))

  test('every numbered block of a VPC is valid, and no two are equal', () => {
    expect(vpcBlock('fd00:1::/48', 0)).toBe('fd00:1::/64')
    expect(vpcBlock('fd00:1::/48', 1)).toBe('fd00:1:0:1::/64')
    const number = fc.nat(VPC_BLOCKS - 1)
    const prefix = fc.array(fc.nat(0xffff), { minLength: 2, maxLength: 2 }).map((groups) => {
      const [a, b] = groups.map((group) => group.toString(16))
      return `fdaa:${a}:${b}::/48`
    })
    fc.assert(
      fc.property(prefix, number, number, (vpc, one, other) => {
        expect(subnetV6Problem(vpcBlock(vpc, one), vpc)).toBeNull()
        expect(networksOverlap(vpcBlock(vpc, one), vpcBlock(vpc, other))).toBe(one === other)
      }),
    )
  })

  test('a random prefix is valid for a VPC', () => {
    const half = () => 0.5
    expect(randomVpcPrefix(half)).toBe('fd88:8888:8888::/48')
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 10 }),
        (numbers) => {
          const prefix = randomVpcPrefix(() => numbers.pop() ?? 0)
          expect(vpcPrefixProblem(prefix)).toBeNull()
          expect(isUniqueLocal(prefix)).toBe(true)
        },
      ),
    )
  })
})

test('blocks must not overlap', () => {
  const others = ['172.30.0.0/22', 'fd00:1:2::/64']
  expect(subnetConflict('172.30.4.0/22', others)).toBeNull()
  expect(subnetConflict('fd00:1:2:1::/64', others)).toBeNull()
  expect(subnetConflict('172.30.3.9/24', others)).toBe(
    "IP address range '172.30.3.0/24' conflicts with an existing subnet",
  )
  expect(subnetConflict('172.16.0.0/12', others)).not.toBeNull()
})

test.each([
  [[], null],
  [['10.0.0.0/8', 'fd00::/64', '192.168.1.1/32'], null],
  [['0.0.0.0/0'], null],
  [['10.0.0.0'], 'Must contain an IP address and a width'],
  [['10.0.0.1/8'], 'its first address is 10.0.0.0/8'],
  [['224.0.0.0/24'], 'is multicast'],
  [['ff00::/8'], 'is multicast'],
  [['127.0.0.1/32'], 'is loopback'],
  [['::1/128'], 'is loopback'],
  [['10.0.0.0/8', '10.1.0.0/16'], '10.1.0.0/16 overlaps 10.0.0.0/8'],
  [['10.0.0.0/8', '10.0.0.0/8'], 'overlaps'],
])('transit networks %j: %s', (networks, message) => {
  const problem = transitIpsProblem(networks)
  if (message === null) expect(problem).toBeNull()
  else expect(problem).toContain(message)
})

test('proposes a block that no other subnet overlaps', () => {
  expect(proposedSubnetV4([])).toBe('172.30.0.0/22')
  expect(proposedSubnetV4(['172.30.0.0/22'])).toBe('172.30.4.0/22')
  expect(proposedSubnetV4(['172.30.4.0/24', '172.30.0.0/22', '10.0.0.0/8'])).toBe('172.30.8.0/22')
  expect(proposedSubnetV4(['172.16.0.0/12'])).toBe('10.0.0.0/22')
  expect(proposedSubnetV4(['172.16.0.0/12', '10.0.0.0/8', '192.168.0.0/16'])).toBeNull()
})
