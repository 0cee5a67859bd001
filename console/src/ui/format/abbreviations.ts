const ABBREVIATIONS = new Set(['cpu', 'id', 'ip', 'os', 'ram', 'vpc'])

/**
 * Labels are written in lower case and shown with a capital; abbreviations stand in capitals alone. Only for the eye: the text stays as
 * it is for everything that reads it.
 */
export const capitals = (label: unknown): string | undefined =>
  ABBREVIATIONS.has(label as string) ? 'uppercase' : undefined
