/** Letters that are hard to confuse and spell no words: no vowels, no Y. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
/** Length of a code, in letters. */
export const DEVICE_CODE_LENGTH = 8

/** Returns a random device code in stored form: 8 letters, no hyphen. @param random uniform in [0, 1). */
export const newDeviceCode = (random: () => number): string =>
  Array.from({ length: DEVICE_CODE_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]!).join('')

/** Formats a code for display: `BCDF-GHJK`. */
export const formatDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/**
 * Returns the letters of a typed or pasted code in upper case, or null if it is not a code. A hyphen may follow the
 * third or fourth letter.
 */
export function readDeviceCode(text: string): string | null {
  const match = /^([a-z]{3})(?:-?([a-z])|([a-z])-)([a-z]{4})$/i.exec(text.trim())
  return match && match.slice(1).join('').toUpperCase()
}
