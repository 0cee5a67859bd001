import { expect, test } from 'vitest'
import { MAX_PASSWORD_BYTES, newPasswordProblem, passwordProblem } from './passwords.ts'

test('accepts any text up to 512 bytes as a password', () => {
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

test.each([
  ['', 'too_short'],
  ['seven77', 'too_short'],
  // Characters count, not UTF-16 units.
  ['🔑'.repeat(7), 'too_short'],
  ['é'.repeat(257), 'too_long'],
  ['Margarete', 'not_allowed'],
])('refuses %j as a new password', (password, code) => {
  expect(newPasswordProblem(password, 'margarete')).toMatchObject({ code })
})

test.each(['granary1', 'Granary-2026!', 'clinic-7', '12345clinic7'])(
  'refuses %j, whose only word is a name of this cloud (ASVS 6.2.11)',
  (password) =>
    expect(newPasswordProblem(password, 'margarete', 'clinic-7')).toMatchObject({ code: 'not_allowed' }),
)

test('a silo without letters in its name forbids nothing', () => {
  expect(newPasswordProblem('49-81-77-02', 'margarete', '7')).toBeNull()
})

test.each(['eight888', '🔑'.repeat(8), '        ', 'x'.repeat(512), 'margarete1'])(
  'accepts %j as a new password',
  (password) => expect(newPasswordProblem(password, 'margarete')).toBeNull(),
)
