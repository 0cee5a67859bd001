import { createPublicKey, type KeyObject } from 'node:crypto'
import { bitLength, rsaProblem } from '@granary/domain/key-sizes.ts'

/**
 * Returns why a key is not accepted because of its size, worded to follow its name, or null. Looks at its numbers and
 * calculates nothing with them. `asymmetricKeyDetails` would do for other keys, but for one above 16,384 bits it makes the next use
 * of any key fail.
 */
export function keySizeProblem(key: KeyObject): string | null {
  const { asymmetricKeyType: type = 'unknown' } = key
  if (type === 'ec' || type === 'ed25519') return null
  if (type !== 'rsa') return `is of the kind ${type}; RSA, elliptic curves and Ed25519 are accepted`
  const sizes = integerSizes(key.export({ type: 'pkcs1', format: 'der' }))
  if (key.type === 'public') {
    const [bits = 0, exponentBits = 0] = sizes
    return rsaProblem({ bits, exponentBits })
  }
  const [, bits = 0, exponentBits = 0, , ...half] = sizes
  const problem = rsaProblem({ bits, exponentBits })
  if (problem) return problem
  // The time to sign depends on each of them, whatever the modulus is.
  return Math.max(...half) > bits / 2 + 1 ? 'has factors that are larger than its modulus allows' : null
}

/** The same for a public key in PEM; null for other texts. */
export function publicKeyProblem(pem: string): string | null {
  let key: KeyObject
  try {
    key = createPublicKey(pem)
  } catch {
    return null
  }
  return keySizeProblem(key)
}

/** Returns the bits of the integers of a key in PKCS #1 (RFC 8017, appendix A.1), which is one sequence of them in DER. */
function integerSizes(der: Uint8Array): number[] {
  const sizes: number[] = []
  for (let at = contentOf(der, 0).from; at < der.length;) {
    const { from, to } = contentOf(der, at)
    sizes.push(bitLength(der.subarray(from, to)))
    at = to
  }
  return sizes
}

/** Returns where the content of an element of DER begins and ends. */
function contentOf(der: Uint8Array, at: number): { from: number; to: number } {
  const first = der[at + 1]!
  if (first < 0x80) return { from: at + 2, to: at + 2 + first }
  const from = at + 2 + (first & 0x7f)
  return { from, to: from + der.subarray(at + 2, from).reduce((sum, byte) => sum * 256 + byte, 0) }
}
