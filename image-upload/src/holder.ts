import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'

/** Returns a unique id that identifies an upload to the server. */
export const newHolder = (): string => bytesToHex(randomBytes(16))
