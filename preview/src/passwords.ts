import type { Passwords } from '@granary/control-plane/kit/context/services.ts'

/** The only wrong password, to demonstrate a failed sign-in. */
export const WRONG_PASSWORD = 'bad'

/**
 * Accepts any password but one and stores nothing. There is nothing to protect: the data is fictitious and lives in the
 * visitor's own tab.
 */
export const previewPasswords: Passwords = {
  hash: async () => 'no password is kept in the preview',
  verify: async (_, password) => password !== WRONG_PASSWORD,
}
