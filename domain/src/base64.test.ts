import { expect, test } from 'vitest'
import { base64Bytes, base64Problem, fromBase64, toBase64 } from './base64.ts'

test('bytes of any length return from their text', () => {
  for (const length of [0, 1, 2, 3, 4, 1_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256)
    const text = toBase64(bytes)
    expect(base64Problem(text)).toBeNull()
    expect(base64Bytes(text)).toBe(length)
    expect(fromBase64(text)).toEqual(bytes)
  }
})
