/**
 * Whether a state that passes by itself has lasted too long.
 * @param since undefined if that is not known.
 * @param minutes how long it may last.
 */
export const isLate = (now: number, since: Date | undefined, minutes = 5): boolean =>
  now - minutes * 60_000 > Number(since)

/** How long an image may be on its way, in minutes. Large ones take most of it over a slow line. */
export const MAX_TRANSFER = 60
