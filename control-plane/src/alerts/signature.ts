import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { StoredSecret } from '../kinds/alert-receiver.ts'

/** Signs the bytes of a request with a secret (HMAC-SHA256, RFC 2104). @returns the value of a header. */
export const signatureOf = ({ id, secret }: StoredSecret, body: string): string =>
  `a=sha256&id=${id}&s=${bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(body)))}`
