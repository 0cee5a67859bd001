/** Quotes a word for a POSIX shell, if it needs quotes. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Joins the parts of a command, each on its own line. */
export const inLines = (parts: readonly string[]): string => parts.join(' \\\n  ')
