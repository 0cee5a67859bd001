import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDeviceCode, newDeviceCode, readDeviceCode } from './device-codes.ts'

test('uses letters that are hard to confuse, and all of them', () => {
  const seen = new Set<string>()
  for (let at = 0; at < 20; at++) for (const letter of newDeviceCode(() => at / 20)) seen.add(letter)
  expect([...seen].sort().join('')).toBe('BCDFGHJKLMNPQRSTVWXZ')
  expect(newDeviceCode(() => 1 - Number.EPSILON)).toBe('ZZZZZZZZ')
})

test('formats a code in two halves', () => {
  expect(formatDeviceCode('BCDFGHJK')).toBe('BCDF-GHJK')
})

test.each(['BCDF-GHJK', 'BCD-FGHJK', 'BCDFGHJK', 'bcdf-ghjk', 'bCd-fGhJk', ' BCDF-GHJK\n'])(
  'reads %j as a code',
  (text) => {
    expect(readDeviceCode(text)).toBe('BCDFGHJK')
  },
)

test.each([
  '',
  'BCDF',
  'BCDF-GHJ',
  'BCDFGHJKL',
  'BC-DFGHJK',
  'BCD-F-GHJK',
  'BCDF--GHJK',
  'BCDF GHJK',
  'BCDF-GHJ1',
  'ÄCDF-GHJK',
])('refuses %j', (text) => {
  expect(readDeviceCode(text)).toBeNull()
})

test('reads a formatted code back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 8, maxLength: 8 }),
      (numbers) => {
        const code = newDeviceCode(() => numbers.pop()!)
        expect(readDeviceCode(formatDeviceCode(code))).toBe(code)
      },
    ),
  )
})
