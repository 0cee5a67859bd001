/** The flags of a command line, by their names. */
export type Given = Readonly<Record<string, unknown>>

/** Returns the text of a flag, or nothing without it. */
export function textIn(given: Given, flag: string): string | undefined {
  const value = given[flag]
  return typeof value === 'string' ? value : undefined
}
