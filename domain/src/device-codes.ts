/** Letters that cannot be taken for others and make no words: no vowels, no Y. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
/** How many letters a code has. */
export const DEVICE_CODE_LENGTH = 8

/** A random code of a device as it is stored: 8 letters without a hyphen. @param random uniform in [0, 1). */
export const newDeviceCode = (random: () => number): string =>
  Array.from({ length: DEVICE_CODE_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]!).join('')

/** A code as it is read out to people: `BCDF-GHJK`. */
export const formatDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/**
 * The letters of a code that somebody has typed or pasted, in upper case: with a hyphen after the third letter or the
 * fourth, or without one. Null when it is no code.
 */
export function readDeviceCode(text: string): string | null {
  const match = /^([a-z]{3})(?:-?([a-z])|([a-z])-)([a-z]{4})$/i.exec(text.trim())
  return match && match.slice(1).join('').toUpperCase()
}
