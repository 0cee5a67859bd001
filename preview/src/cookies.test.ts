import { expect, test } from 'vitest'
import { cookieIn } from './cookies.ts'

test('reads a cookie among others, encoded or plain', () => {
  const cookies = 'theme=dark; preview-user=Hedy%20Lamarr; preview-user-2=no'
  expect(cookieIn(cookies, 'preview-user')).toBe('Hedy Lamarr')
  expect(cookieIn('preview-user=Hedy Lamarr', 'preview-user')).toBe('Hedy Lamarr')
  expect(cookieIn('preview-user=100% sure=yes', 'preview-user')).toBe('100% sure=yes')
})

test('returns undefined for a missing cookie', () => {
  expect(cookieIn('', 'preview-user')).toBeNull()
  expect(cookieIn('other-preview-user=x', 'preview-user')).toBeNull()
})
