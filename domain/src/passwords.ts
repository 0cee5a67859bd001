/** Most bytes of a password in UTF-8; what is longer only costs time to hash. */
export const MAX_PASSWORD_BYTES = 512

/** What is wrong with a password, or null. Any text will do, also none: how strong it has to be is not for us to say. */
export const passwordProblem = (password: string): string | null =>
  utf8Length(password) > MAX_PASSWORD_BYTES ? `must be at most ${MAX_PASSWORD_BYTES} bytes` : null

/** Bytes of a text in UTF-8; half a surrogate pair counts as the replacement character that it becomes. */
const utf8Length = (text: string): number =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%../g, 'x').length
