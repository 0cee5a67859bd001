import { bitLength, type KeyFacts } from '@granary/domain/key-sizes.ts'
import type { SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { asn1 } from './asn1.ts'

export const RSA = '1.2.840.113549.1.1.1'
export const EC = '1.2.840.10045.2.1'
export const ED25519 = '1.3.101.112'

/** The DER of a curve's object identifier, in hex, with its name. */
const CURVES: Record<string, string> = {
  '06082a8648ce3d030107': 'P-256',
  '06052b81040022': 'P-384',
  '06052b81040023': 'P-521',
}

/**
 * Returns kind and size of a public key without any arithmetic with it.
 * @throws Error if the key is malformed.
 */
export async function keyFacts({ algorithm, subjectPublicKey }: SubjectPublicKeyInfo): Promise<KeyFacts> {
  const { AsnConvert, RSAPublicKey } = await asn1()
  if (algorithm.algorithm === RSA) {
    const { modulus, publicExponent } = AsnConvert.parse(subjectPublicKey, RSAPublicKey)
    return {
      kind: 'RSA',
      rsa: { bits: bitsOf(modulus), exponentBits: bitsOf(publicExponent) },
    }
  }
  return { kind: kindOf(algorithm), rsa: null }
}

function kindOf({ algorithm, parameters }: SubjectPublicKeyInfo['algorithm']): string {
  if (algorithm === ED25519) return 'Ed25519'
  if (algorithm !== EC) return algorithm
  return (parameters && CURVES[hex(parameters)]) ?? 'EC with another curve'
}

/** Returns the bit length of an integer in DER. */
export const bitsOf = (number: ArrayBuffer): number => bitLength(new Uint8Array(number))

/** Returns bytes in hexadecimal. */
export const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
