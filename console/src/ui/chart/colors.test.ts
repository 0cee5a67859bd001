import { expect, test } from 'vitest'
import { dashOf, tokenOf } from './colors.ts'

test('32 lines differ by colour or dash, and the first eight are solid', () => {
  const looks = Array.from({ length: 32 }, (_, at) => JSON.stringify([tokenOf({}, at), dashOf(at)]))
  expect(new Set(looks).size).toBe(32)
  expect(looks.slice(0, 8).every((look) => look.endsWith(',null]'))).toBe(true)
})
