import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bigNumber, byteSize, bytesIn, formatBytes, fullNumber, percentage } from './numbers.ts'
import { GiB, KiB, TiB } from './sizes.ts'

test.each([
  [0, '0 B'],
  [500, '500 B'],
  [1500, '1.46 KiB'],
  [KiB, '1 KiB'],
  [GiB, '1 GiB'],
  [1.95 * TiB, '1.95 TiB'],
  [GiB - 1, '1 GiB'],
  [2 ** 70, '1024 EiB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

test('splits value and unit, and accepts a fixed unit', () => {
  expect(byteSize(2 * GiB)).toEqual({ value: '2', unit: 'GiB' })
  expect(bytesIn(1.5 * TiB, 'GiB')).toBe('1536')
  expect(bytesIn(234.567 * GiB, 'TiB')).toBe('0.23')
})

test('fixed-width values keep their decimals, and whole bytes have none', () => {
  expect(byteSize(1.5 * GiB, { padded: true })).toEqual({ value: '1.50', unit: 'GiB' })
  expect(formatBytes(512, { padded: true })).toBe('512 B')
})

test('a value is at least 1 in its unit, below the next unit, and close to the exact size', () => {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']
  fc.assert(
    fc.property(
      fc.oneof(fc.maxSafeNat(), fc.nat(5000), fc.integer({ min: GiB - 9999, max: GiB })),
      (bytes) => {
        const { value, unit } = byteSize(bytes)
        const factor = 1024 ** units.indexOf(unit)
        expect(Number(value)).toBeLessThan(1024)
        if (bytes > 0) expect(Number(value)).toBeGreaterThanOrEqual(1)
        expect(Math.abs(Number(value) * factor - bytes)).toBeLessThanOrEqual(0.0051 * factor)
      },
    ),
  )
})

test.each([
  [0.123456, '0.12'],
  [1234.5, '1,234.5'],
  [1_234_567, '1,234,567'],
])('%s in full is %s', (value, text) => expect(fullNumber(value, 'en-US')).toBe(text))

test.each([
  [0.126, '0.13', false],
  [65_536, '65,536', false],
  [999_999, '999,999', false],
  [1_100_000, '1.1M', true],
  [492_000_000_000, '492B', true],
  [894_300_000_000_000, '894.3T', true],
  [18_446_744_073_709_551_616n, '18.4e18', true],
])('%s is shown as %s', (value, text, abbreviated) =>
  expect(bigNumber(value, 'en-US')).toEqual({ text, abbreviated }),
)

test("follows the locale's separators", () =>
  expect(bigNumber(18_446_744_073_709_551_616n, 'de').text).toBe('18,4e18'))

test('splits a percentage at the decimal point, and returns null for an empty whole', () => {
  expect(percentage(1, 3)).toEqual({ whole: '33', fraction: '.33' })
  expect(percentage(1, 2)).toEqual({ whole: '50', fraction: '' })
  expect(percentage(0, 0)).toBeNull()
})
