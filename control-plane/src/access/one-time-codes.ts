import { Secret, TOTP } from 'otpauth'

/** Length of a code's validity; milliseconds. Apps assume this period, six digits and SHA-1 (RFC 6238). */
const PERIOD = 30_000

const totpOf = (secret: string, label?: string): TOTP =>
  new TOTP({
    issuer: 'Granary',
    ...(label !== undefined && { label }),
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD / 1000,
  })

/** Returns a random secret of 160 bits in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the `otpauth:` URI of a secret, as authenticator apps read it from a QR code. */
export const uriOf = (secret: string, label: string): string => totpOf(secret, label).toString()

/**
 * Returns the number of the period that a code belongs to, or null for a wrong code. Codes of the previous and the next
 * period are accepted, because clocks differ.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / PERIOD) + delta
}

/** Number of recovery codes of a user. */
const RECOVERY_CODES = 10

/**
 * Returns random recovery codes of 120 bits: `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`. With fewer than 112, their stored hashes could be
 * guessed (ASVS 6.5.2).
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: 15 }).base32.match(/.{4}/g)!.join('-'))
