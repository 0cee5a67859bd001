/** Maximum length of a password in bytes of UTF-8. Longer ones only cost hashing time. */
export const MAX_PASSWORD_BYTES = 512

/**
 * Returns what is wrong with a password, or null. Any text is accepted, even an empty one: strength is the operator's
 * policy.
 */
export const passwordProblem = (password: string): string | null =>
  utf8Length(password) > MAX_PASSWORD_BYTES ? `must be at most ${MAX_PASSWORD_BYTES} bytes` : null

/** Returns the length in bytes of UTF-8. A lone surrogate counts as the replacement character that it is encoded to. */
const utf8Length = (text: string): number =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%../g, 'x').length
