const UNITS = ['TiB', 'GiB', 'MiB', 'KiB']

/** Returns a number of bytes as the command line reads it: in the largest unit that it is a whole number of. */
export function formatBytes(bytes: number): string {
  const at = UNITS.findIndex((_, index) => bytes > 0 && bytes % 1024 ** (UNITS.length - index) === 0)
  return at < 0 ? String(bytes) : `${bytes / 1024 ** (UNITS.length - at)}${UNITS[at]}`
}
