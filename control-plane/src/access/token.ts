import type { Clock } from '@granary/compute/clock.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 20 random bytes as 40 hex digits: the value of a session cookie. */
export function newToken(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(20)))
}

/**
 * Returns the SHA-256 of a token, which is all that the database stores. Tokens are random, so a fast hash is enough. It is made at once:
 * a transaction must not wait for the threads of Web Crypto.
 */
export const hashToken = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)))

/** Prefix of every access token, so that scanners recognize a leaked one in logs or source code. */
const PREFIX = 'granary-token-'

/** The access token of a request, or null. Ignores bearer tokens of other schemes. */
export function accessTokenOf(request: Request): string | null {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return token?.startsWith(PREFIX) ? token : null
}

/** Whether a token, or a device's request for one, has expired. */
export const isExpired = ({ time_expires }: { time_expires: string | null }, clock: Clock): boolean =>
  time_expires !== null && Date.parse(time_expires) <= clock.now().getTime()

/**
 * Derives a device's token from its device code, so the device can fetch it again after a lost response. The database
 * stores hashes only, which reveal neither. 160 bits, like the code.
 */
export const tokenFromDeviceCode = (deviceCode: string): string =>
  PREFIX + hashToken(`granary access token of ${deviceCode}`).slice(0, 40)
