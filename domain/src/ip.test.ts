import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fixedWidth,
  fromFixedWidth,
  hasHostBits,
  ipNetProblem,
  ipProblem,
  ipVersion,
  lowestFreeAddress,
  MAC_COUNT,
  macAddress,
  networkBounds,
  networkContains,
  networksOverlap,
  nextAddress,
  normalizeIp,
  normalizeNetwork,
  portRangeProblem,
  rangeSize,
  reservedAddressProblem,
  subnetContains,
  usableBounds,
} from './ip.ts'

/** Reads an address with nothing but arithmetic: the value, or null. A second opinion. */
function valueOf(text: string): bigint | null {
  const quad = (part: string): bigint | null => {
    const numbers = part.split('.')
    if (numbers.length !== 4 || !numbers.every((one) => /^\d+$/.test(one) && String(Number(one)) === one))
      return null
    if (numbers.some((one) => Number(one) > 255)) return null
    return numbers.reduce((sum, one) => sum * 256n + BigInt(one), 0n)
  }
  if (!text.includes(':')) {
    const value = quad(text)
    return value === null ? null : (0xffffn << 32n) + value
  }
  const [address, zone, ...rest] = text.split('%') as [string, ...string[]]
  if (rest.length > 0 || (zone !== undefined && !/^[0-9a-zA-Z]+$/.test(zone))) return null
  const groupsOf = (half: string): bigint[] | null => {
    if (half === '') return []
    const groups: bigint[] = []
    const parts = half.split(':')
    for (const [index, part] of parts.entries()) {
      if (part.includes('.')) {
        const value = index === parts.length - 1 ? quad(part) : null
        if (value === null) return null
        groups.push(value >> 16n, value & 0xffffn)
      } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(BigInt(`0x${part}`))
      else return null
    }
    return groups
  }
  const halves = address.split('::')
  if (halves.length > 2 || (halves.length === 2 && halves[0]!.includes('.'))) return null
  const [head, tail] = [groupsOf(halves[0]!), groupsOf(halves[1] ?? '')]
  if (!head || !tail) return null
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...tail]
  const value = groups.reduce((sum, group) => sum * 65_536n + group, 0n)
  return zone !== undefined && value / 2n ** 118n !== 0b1111111010n ? null : value
}

const v4 = fc.ipV4()
const v6 = fc.ipV6()
const address = fc.oneof(v4, v6)
const width = (text: string) => fc.nat(ipVersion(text) === 'v4' ? 32 : 128)
const network = address.chain((text) => width(text).map((bits) => `${text}/${bits}`))

describe('what is an address', () => {
  test.each([
    ['1.2.3.4', 'v4'],
    ['0.0.0.0', 'v4'],
    ['255.255.255.255', 'v4'],
    ['::', 'v6'],
    ['::1', 'v6'],
    ['2001:DB8::0001', 'v6'],
    ['1:2:3:4:5:6:7:8', 'v6'],
    ['1:2:3:4:5:6:7::', 'v6'],
    ['::2:3:4:5:6:7:8', 'v6'],
    ['::ffff:1.2.3.4', 'v6'],
    ['64:ff9b::1.2.3.4', 'v6'],
    ['1:2:3:4:5:6:1.2.3.4', 'v6'],
    ['fe80::1%eth0', 'v6'],
  ])('%s', (text, version) => {
    expect(ipProblem(text)).toBeNull()
    expect(ipVersion(text)).toBe(version)
  })

  test.each([
    [''],
    ['01.2.3.4'],
    ['1.2.3'],
    ['1.2.3.4.5'],
    ['1.2.3.256'],
    ['0x1.2.3.4'],
    ['1.2.3.4 '],
    [' ::1'],
    ['1.2.3.4/24'],
    ['1:2:3:4:5:6:7'],
    ['1:2:3:4:5:6:7:8:9'],
    ['1:2:3:4:5:6:7:8::'],
    ['1:2:3:4:5:6:7:1.2.3.4'],
    ['1::2::3'],
    ['12345::'],
    [':1::'],
    ['::1:'],
    ['1.2.3.4::'],
    ['::01.2.3.4'],
    ['::1.2.3'],
    ['[::1]'],
    ['fe80::1%'],
    ['fe80::1%eth/0'],
    ['2001:db8::1%eth0'],
    ['web'],
  ])('not %j', (text) => expect(ipProblem(text)).toBe('Not a valid IP address'))

  test('is what another reading of the rules says, and has the same value', () => {
    const almost = fc.string({ unit: fc.constantFrom(...'0123456789af:.%'.split('')), maxLength: 20 })
    const pieces = fc
      .array(
        fc.constantFrom(
          '0',
          '1',
          'ff',
          '1234',
          '12345',
          ':',
          ':',
          '::',
          '1.2.3.4',
          '01.2.3.4',
          '.',
          '%e',
          'fe80',
        ),
        {
          maxLength: 14,
        },
      )
      .map((some) => some.join(''))
    fc.assert(
      fc.property(fc.oneof(address, almost, pieces), (text) => {
        const value = valueOf(text)
        expect(ipProblem(text) === null).toBe(value !== null)
        if (value !== null) expect(fixedWidth(text)).toBe(value.toString(16).padStart(32, '0'))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('fixed width', () => {
  test.each([
    ['10.0.0.1', '00000000000000000000ffff0a000001', '10.0.0.1'],
    ['2001:DB8:0::1', '20010db8000000000000000000000001', '2001:db8::1'],
    ['::1.2.3.4', '00000000000000000000000001020304', '::102:304'],
    ['::ffff:1.2.3.4', '00000000000000000000ffff01020304', '1.2.3.4'],
    ['1:0:0:2:0:0:0:3', '00010000000000020000000000000003', '1:0:0:2::3'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001', 'fe80::1'],
  ])('%s is %s and back %s', (text, fixed, usual) => {
    expect(fixedWidth(text)).toBe(fixed)
    expect(fromFixedWidth(fixed)).toBe(usual)
  })

  test('what is no address is refused', () => expect(() => fixedWidth('1.2.3')).toThrow(RangeError))

  test('there and back is the same address, and once normalized it stays', () => {
    fc.assert(
      fc.property(address, (text) => {
        const usual = normalizeIp(text)
        expect(valueOf(usual)).toBe(valueOf(text))
        expect(normalizeIp(usual)).toBe(usual)
      }),
    )
  })

  test('texts compare as addresses do', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        const difference = valueOf(one)! - valueOf(other)!
        expect(fixedWidth(one) < fixedWidth(other)).toBe(difference < 0n)
        expect(fixedWidth(one) === fixedWidth(other)).toBe(difference === 0n)
      }),
    )
  })

  test('the next one is one more, and after the last one comes what sorts after all', () => {
    expect(fromFixedWidth(nextAddress(fixedWidth('10.0.0.255')))).toBe('10.0.1.0')
    const last = fixedWidth('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')
    expect(nextAddress(last) > last).toBe(true)
  })
})

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
    ['::/129', 'Max width for IPv6 is 128'],
  ])('%j: %s', (text, problem) => expect(ipNetProblem(text)).toBe(problem))

  test('bounds, usual form, contents', () => {
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

  test('a network holds exactly the addresses that share its leading bits', () => {
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

  test('two networks overlap exactly when one holds the other', () => {
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

describe('addresses of a subnet', () => {
  test('five at the beginning and for IPv4 the last are reserved', () => {
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

  test('the lowest free one, in a block of any size', () => {
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

  test('is what trying one after the other finds', () => {
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

test('a range counts both ends', () => {
  expect(rangeSize('10.0.0.1', '10.0.0.1')).toBe(1n)
  expect(rangeSize('fd00::', 'fd00::ffff:ffff:ffff:ffff')).toBe(2n ** 64n)
})

test('hardware addresses have a first and a last one, and no two are the same', () => {
  expect(macAddress(0)).toBe('A8:40:25:F0:00:00')
  expect(macAddress(MAC_COUNT - 1)).toBe('A8:40:25:FE:FF:FF')
  fc.assert(
    fc.property(fc.nat(MAC_COUNT - 1), fc.nat(MAC_COUNT - 1), (one, other) => {
      expect(macAddress(one) < macAddress(other)).toBe(one < other)
    }),
  )
})

test.each([
  ['22', null],
  [' 8000-8080 ', null],
  ['1-65535', null],
  ['22-22', null],
  ['', 'Not a valid port range'],
  ['ssh', 'Not a valid port range'],
  ['-1', 'Not a valid port range'],
  ['22-', 'Not a valid port range'],
  ['22 - 23', 'Not a valid port range'],
  ['123456', 'Not a valid port range'],
  ['80-22', 'Not a valid port range'],
  ['0', 'Ports must be between 1 and 65535'],
  ['1-65536', 'Ports must be between 1 and 65535'],
])('port or range %j: %s', (text, problem) => expect(portRangeProblem(text)).toBe(problem))
