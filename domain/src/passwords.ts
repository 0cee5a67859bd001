/** Maximum length of a password in bytes of UTF-8. Longer ones only cost hashing time. */
export const MAX_PASSWORD_BYTES = 512

/** Minimum length of a new password in characters (NIST SP 800-63B, ASVS 6.2.1). Older passwords may be shorter. */
export const MIN_PASSWORD_LENGTH = 8

/** Returns what is wrong with the text of a password, or null. A password that was set earlier may be any other text. */
export const passwordProblem = (password: string): string | null =>
  utf8Length(password) > MAX_PASSWORD_BYTES ? `must be at most ${MAX_PASSWORD_BYTES} bytes` : null

/**
 * Returns what is wrong with a new password, or null. The server also refuses very common ones.
 * @param username the sign-in name, which must not be the password; empty if it is unknown.
 * @param siloName the name of the user's silo, which must not be its only word; empty if it is unknown.
 */
export function newPasswordProblem(
  password: string,
  username = '',
  siloName = '',
): NewPasswordProblem | null {
  const tooLong = passwordProblem(password)
  if (tooLong) return { code: 'too_long', message: tooLong }
  if (Array.from(password).length < MIN_PASSWORD_LENGTH)
    return { code: 'too_short', message: `must have at least ${MIN_PASSWORD_LENGTH} characters` }
  if (username !== '' && password.toLowerCase() === username.toLowerCase())
    return { code: 'not_allowed', message: 'must not be the user name' }
  const word = lettersOf(password)
  if (word !== '' && [PRODUCT, lettersOf(siloName)].includes(word))
    return {
      code: 'not_allowed',
      message: 'must not be the name of this cloud or silo with numbers or signs',
    }
  return null
}

/** The first word that anyone would try here. */
const PRODUCT = 'granary'

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/\P{L}/gu, '')

/** A problem of a new password: a stable code, and words that follow "A password". */
export type NewPasswordProblem = { code: 'too_long' | 'too_short' | 'not_allowed'; message: string }

/**
 * Returns the form of a password that is hashed and compared (RFC 8265, OpaqueString): every space is U+0020, and letters with marks are
 * composed (NFC). Keyboards and password managers send "é" as one character or as two.
 */
export const canonicalPassword = (text: string): string => text.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/** Returns the length in bytes of UTF-8. A lone surrogate counts as the replacement character that it is encoded to. */
const utf8Length = (text: string): number =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%../g, 'x').length
