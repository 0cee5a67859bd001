import { DEVICE_CODE_LENGTH } from '@granary/domain/device-codes.ts'

/** The letters in a text, in upper case, as many as a code has: hyphens, spaces and digits are passed over. */
export const lettersOf = (text: string): string =>
  text
    .replace(/[^a-z]/gi, '')
    .toUpperCase()
    .slice(0, DEVICE_CODE_LENGTH)
