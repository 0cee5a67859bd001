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

test('takes as long for an unknown user as for a wrong password', async () => {
  const passwords = argonPasswords()
  const stored = await passwords.hash('secret')
  await passwords.verify(null, '')
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let i = 0; i < 15; i++)
    for (const [who, hash] of [
      ['known', stored],
      ['unknown', null],
    ] as const) {
      const began = performance.now()
      expect(await passwords.verify(hash, 'wrong')).toBe(false)
      times[who].push(performance.now() - began)
    }
  const median = (list: number[]) => list.sort((a, b) => a - b)[7]!
  const ratio = median(times.unknown) / median(times.known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})
