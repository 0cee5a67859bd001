/**
 * Sizes of RSA keys that are accepted, in bits. The time of a signature grows with the third power of the size: a key of 4,096 bits
 * takes about 3 ms, one of 32,768 bits about 37 s. Browsers refuse keys below 2,048 bits (CA/Browser Forum, baseline requirements, section 6.1.5).
 */
export const MIN_RSA_BITS = 2048
export const MAX_RSA_BITS = 4096
/** Bits of a public exponent. Nearly all keys have 65,537, and a long one makes a verification as slow as a signature. */
const MAX_EXPONENT_BITS = 32

/** Facts of a public key that need no arithmetic with it. */
export type KeyFacts = {
  /** `RSA`, `P-256`, `P-384`, `P-521`, `Ed25519`, or an object identifier. */
  kind: string
  /** Of RSA: bits of the modulus and of the public exponent. */
  rsa: { bits: number; exponentBits: number } | null
}

/** Returns why an RSA key is not accepted, worded to follow its name, or null. */
export function rsaProblem({ bits, exponentBits }: { bits: number; exponentBits: number }): string | null {
  if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS)
    return `has ${bits.toLocaleString('en')} bits; an RSA key must have ${MIN_RSA_BITS.toLocaleString('en')} to ${MAX_RSA_BITS.toLocaleString('en')}`
  return exponentBits > MAX_EXPONENT_BITS
    ? `has a public exponent of ${exponentBits.toLocaleString('en')} bits; at most ${MAX_EXPONENT_BITS} are allowed`
    : null
}

/** The curves whose certificates every browser takes; Chromium and Firefox refuse P-521 or Ed25519. */
const BROWSER_CURVES = ['P-256', 'P-384']

/** Returns why browsers refuse a TLS server with this key, worded to follow its name, or null. */
export function tlsKeyProblem({ kind, rsa }: KeyFacts): string | null {
  if (rsa) return rsaProblem(rsa)
  return BROWSER_CURVES.includes(kind)
    ? null
    : `is of the kind ${kind}, which browsers refuse; RSA, P-256 and P-384 are allowed`
}

/** Returns the bit length of a big-endian number, ignoring leading zero bytes. */
export function bitLength(number: Uint8Array): number {
  const first = number.findIndex((byte) => byte !== 0)
  return first < 0 ? 0 : (number.length - first - 1) * 8 + (32 - Math.clz32(number[first]!))
}
