const ABBREVIATIONS = new Set(['cpu', 'id', 'ip', 'os', 'ram', 'vpc'])

/**
 * Returns the class that shows an abbreviation in capitals; other labels get none. The style is visual only: the text
 * stays in lower case for screen readers and tests.
 */
export const capitals = (label: unknown): string | undefined =>
  ABBREVIATIONS.has(label as string) ? 'uppercase' : undefined
