/** 9999-12-31T23:59:59.999Z; later times have a fifth digit and a sign, so they don't compare as text. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Returns a time of a request in its stored form. Times compare as text, so all have the same number of digits. */
export const storedTime = (time: string): string =>
  new Date(Math.min(new Date(time).getTime(), LAST)).toISOString()
