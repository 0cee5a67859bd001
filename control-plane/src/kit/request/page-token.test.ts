import { paged } from '@granary/contract/scalars.ts'
import { MAX_LISTED } from '@granary/domain/limits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeToken, encodeToken } from './pagination.ts'

const page = { sort_by: 'id_ascending', last_seen: '' } as const

test('a token keeps a filter in any script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeToken(encodeToken({ ...page, text })).text).toBe(text)
    }),
  )
})

test('a request takes the token of a list with the longest filter', () => {
  const project = Array.from({ length: MAX_LISTED }, () => crypto.randomUUID())
  const text = 'é'.repeat(255)
  expect(paged.pageToken.parse(encodeToken({ ...page, project, text }))).toBeTruthy()
})
