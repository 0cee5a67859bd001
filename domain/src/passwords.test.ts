import { expect, test } from 'vitest'
import { MAX_PASSWORD_BYTES, passwordProblem } from './passwords.ts'

test('accepts any text up to 512 bytes', () => {
  for (const password of [
    '',
    ' ',
    'secret',
    '%%',
    '密码',
    'x'.repeat(512),
    'é'.repeat(256),
    '🔑'.repeat(128),
    '\uD83D',
  ])
    expect(passwordProblem(password)).toBeNull()
})

test.each(['x'.repeat(513), 'é'.repeat(257), '🔑'.repeat(129), '\uD83D'.repeat(171), '%'.repeat(513)])(
  'counts bytes, not characters',
  (password) => expect(passwordProblem(password)).toBe(`must be at most ${MAX_PASSWORD_BYTES} bytes`),
)
