import { DEVICE_CODE_LENGTH } from '@granary/domain/device-codes.ts'

/** Returns the letters of a text in upper case, at most as many as a code has. Ignores hyphens, spaces and digits. */
export const lettersOf = (text: string): string =>
  text
    .replace(/[^a-z]/gi, '')
    .toUpperCase()
    .slice(0, DEVICE_CODE_LENGTH)
