import type { Passwords } from '@granary/control-plane/kit/context/services.ts'
import { canonicalPassword } from '@granary/domain/passwords.ts'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the minimum parameters of OWASP: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes and verifies passwords by argon2id, off the main thread, in their canonical form. @param compare compares a password with a hash. */
export function argonPasswords(compare: typeof verify = verify): Passwords {
  // An unknown user's password is compared with this hash, so that it takes as long as a wrong one.
  const nobody = hash(crypto.randomUUID(), OPTIONS)
  return {
    hash: (password) => hash(canonicalPassword(password), OPTIONS),
    async verify(stored, password) {
      const right = await compare(stored ?? (await nobody), canonicalPassword(password))
      return right && stored !== null
    },
  }
}
