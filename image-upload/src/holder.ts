import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'

/** Who an upload is to the server; nobody else has it. */
export const newHolder = (): string => bytesToHex(randomBytes(16))
