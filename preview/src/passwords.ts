import type { Passwords } from '@granary/control-plane/kit/services.ts'

/** The one password that does not work, so that a failed sign-in can be seen. */
export const WRONG_PASSWORD = 'bad'

/**
 * Protects nothing: everything here is made up, lives in the visitor's own tab, and is gone with it. So nothing of a
 * password is kept, and any but one is right.
 */
export const previewPasswords: Passwords = {
  hash: async () => 'no password is kept in the preview',
  verify: async (_, password) => password !== WRONG_PASSWORD,
}
