import { expect, test } from 'vitest'
import { dashOf, tokenOf } from './colors.ts'

test('32 lines differ by colour or dash, and the first eight are solid', () => {
  const looks = Array.from({ length: 32 }, (_, at) => JSON.stringify([tokenOf({}, at), dashOf({}, at)]))
  expect(new Set(looks).size).toBe(32)
  expect(looks.slice(0, 8).every((look) => look.endsWith(',null]'))).toBe(true)
})

test('a limit is dashed wherever it is shown', () => {
  const limit = { look: 'limit' as const }
  expect(dashOf(limit, 1)).toEqual([6, 4])
  expect(tokenOf(limit, 1)).toBe('--text-muted')
})
