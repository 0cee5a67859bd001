/** Returns what an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the code that Node gives an error of the system, such as `ENOENT`; undefined for others. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
