import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDeviceCode, newDeviceCode, readDeviceCode } from './device-codes.ts'

test('a code is made of letters that are hard to confuse, and every one of them comes', () => {
  const seen = new Set<string>()
  for (let at = 0; at < 20; at++) for (const letter of newDeviceCode(() => at / 20)) seen.add(letter)
  expect([...seen].sort().join('')).toBe('BCDFGHJKLMNPQRSTVWXZ')
  expect(newDeviceCode(() => 1 - Number.EPSILON)).toBe('ZZZZZZZZ')
})

test('a code is shown in two halves', () => {
  expect(formatDeviceCode('BCDFGHJK')).toBe('BCDF-GHJK')
})

test.each(['BCDF-GHJK', 'BCD-FGHJK', 'BCDFGHJK', 'bcdf-ghjk', 'bCd-fGhJk', ' BCDF-GHJK\n'])(
  '%j is read as a code',
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
])('%j is no code', (text) => {
  expect(readDeviceCode(text)).toBeNull()
})

test('what is shown is read as what it was', () => {
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
