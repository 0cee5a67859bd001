import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64Bytes, base64Problem } from './base64.ts'
import { KiB } from './sizes.ts'
import { userDataProblem } from './user-data.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Reference base64 encoder: six bits per letter. */
function encode(bytes: readonly number[]): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{1,6}/g)?.map((six) => ALPHABET[Number.parseInt(six.padEnd(6, '0'), 2)]) ?? []
  return letters.join('').padEnd(Math.ceil(letters.length / 4) * 4, '=')
}

describe('base64', () => {
  test.each([
    ['', null],
    ['Zg==', null],
    ['Zm8=', null],
    ['Zm9v', null],
    ['+/+/', null],
    ['Zg', 'Invalid padding'],
    ['Zg=', 'Invalid padding'],
    ['Zg===', 'Invalid byte 61, offset 2'],
    ['====', 'Invalid byte 61, offset 0'],
    ['Z=m8', 'Invalid byte 61, offset 1'],
    ['Zm9-', 'Invalid byte 45, offset 3'],
    ['Zm9v\n', 'Invalid byte 10, offset 4'],
    ['Zh==', 'Invalid last symbol'],
    ['Zm9=', 'Invalid last symbol'],
  ])('%j: %s', (text, problem) => expect(base64Problem(text)).toBe(problem))

  test('accepts encoded text and knows its decoded length', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255)), (bytes) => {
        expect(base64Problem(encode(bytes))).toBeNull()
        expect(base64Bytes(encode(bytes))).toBe(bytes.length)
      }),
    )
  })

  test('accepts nothing else: every accepted text is the encoding of its bytes', () => {
    const decode = (text: string) => {
      const bits = text
        .replace(/=+$/, '')
        .split('')
        .map((one) => ALPHABET.indexOf(one).toString(2).padStart(6, '0'))
      return (
        bits
          .join('')
          .match(/.{8}/g)
          ?.map((eight) => Number.parseInt(eight, 2)) ?? []
      )
    }
    const nearly = fc.string({ unit: fc.constantFrom(...'AQgwEZ09+/=-'.split('')), maxLength: 8 })
    fc.assert(
      fc.property(nearly, (text) => {
        const reads = /^[A-Za-z0-9+/]*=*$/.test(text) && encode(decode(text)) === text
        expect(base64Problem(text) === null).toBe(reads)
      }),
      { numRuns: 3000 },
    )
  })
})

test('limits user data to 32 KiB', () => {
  const data = (bytes: number) => encode(Array.from({ length: bytes }, () => 7))
  expect(userDataProblem('')).toBeNull()
  expect(userDataProblem(data(32 * KiB))).toBeNull()
  expect(userDataProblem(data(32 * KiB + 1))).toEqual({
    code: 'too_long',
    message: 'must be at most 32 KiB, it has 32769 bytes',
  })
  expect(userDataProblem('#cloud-config')).toEqual({
    code: 'invalid_format',
    message: expect.stringContaining('must be base64'),
  })
})
