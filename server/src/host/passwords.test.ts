import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { argonPasswords } from './passwords.ts'

test('hashes a password by argon2id with at least 19 MiB and two passes, each time with a new salt', async () => {
  const passwords = argonPasswords()
  const [one, other] = [await passwords.hash('secret'), await passwords.hash('secret')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await passwords.verify(one, 'secret')).toBe(true)
  expect(await passwords.verify(one, 'Secret')).toBe(false)
})

test.each([
  ['one character or two', 'caf\u00e9 secret', 'cafe\u0301 secret'],
  ['another space', 'caf\u00e9 secret', 'caf\u00e9\u00a0secret'],
])('takes the same password in another form: %s', async (_, one, other) => {
  const passwords = argonPasswords()
  expect(await passwords.verify(await passwords.hash(one), other)).toBe(true)
  expect(await passwords.verify(await passwords.hash(other), one)).toBe(true)
  expect(await passwords.verify(await passwords.hash(one), 'cafe secret')).toBe(false)
})

// Measured times would depend on the machine: the work is the same if the hash has the same parameters.
test('does the same work for an unknown user as for a wrong password', async () => {
  const compared: string[] = []
  const passwords = argonPasswords(async (stored, password) => {
    compared.push(String(stored))
    return verify(stored, password)
  })
  const stored = await passwords.hash('secret')
  expect(await passwords.verify(stored, 'wrong')).toBe(false)
  expect(await passwords.verify(null, 'wrong')).toBe(false)
  const [known, unknown] = compared.map(parametersOf)
  expect(compared).toHaveLength(2)
  expect(unknown).toBe(known)
  expect(unknown).toMatch(/^\$argon2id\$/)
})

test('refuses every password of an unknown user, even one that fits', async () => {
  const passwords = argonPasswords(async () => true)
  expect(await passwords.verify(null, '')).toBe(false)
})

/** Returns the algorithm, the version and the costs of a hash. */
const parametersOf = (stored: string) => stored.split('$').slice(0, 4).join('$')
