import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { address, valueOf } from './ip-testing.ts'
import {
  fixedWidth,
  fromFixedWidth,
  ipProblem,
  ipVersion,
  MAC_COUNT,
  macAddress,
  nextAddress,
  normalizeIp,
  portRangeProblem,
} from './ip.ts'

describe('address syntax', () => {
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
    ['fe80::1%aaaaaaaaaaaaaaaa'],
    ['2001:db8::1%eth0'],
    ['web'],
  ])('refuses %j', (text) => expect(ipProblem(text)).toBe('Not a valid IP address'))

  test('agrees with an independent parser on validity and value', () => {
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

describe('fixed-width form', () => {
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

  test('refuses text that is not an address', () => expect(() => fixedWidth('1.2.3')).toThrow(RangeError))

  test('round-trips an address, and normalizing is idempotent', () => {
    fc.assert(
      fc.property(address, (text) => {
        const usual = normalizeIp(text)
        expect(valueOf(usual)).toBe(valueOf(text))
        expect(normalizeIp(usual)).toBe(usual)
      }),
    )
  })

  test('the texts sort like the addresses', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        const difference = valueOf(one)! - valueOf(other)!
        expect(fixedWidth(one) < fixedWidth(other)).toBe(difference < 0n)
        expect(fixedWidth(one) === fixedWidth(other)).toBe(difference === 0n)
      }),
    )
  })

  test('the successor is one more, and the successor of the last address sorts after all', () => {
    expect(fromFixedWidth(nextAddress(fixedWidth('10.0.0.255')))).toBe('10.0.1.0')
    const last = fixedWidth('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')
    expect(nextAddress(last) > last).toBe(true)
  })
})

test('MAC addresses have a first and a last one, and are distinct', () => {
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
  ['22'.padEnd(65), 'Not a valid port range'],
  ['80-22', 'Not a valid port range'],
  ['0', 'Ports must be between 1 and 65535'],
  ['1-65536', 'Ports must be between 1 and 65535'],
])('port or range %j: %s', (text, problem) => expect(portRangeProblem(text)).toBe(problem))
