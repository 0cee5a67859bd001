/** The first and the last time of a URL: charts calculate with times before and after it, and the server takes years of four digits. */
const [MIN, MAX] = [0, Date.UTC(9999, 0, 1)]

/** Parses a time of a URL, in ISO 8601. Returns milliseconds since 1970; null for anything else, earlier times and those from 9999 on. */
export function timeInUrl(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return time >= MIN && time < MAX ? time : null
}
