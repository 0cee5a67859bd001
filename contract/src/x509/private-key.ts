import { type KeyFacts, MAX_RSA_BITS, rsaProblem } from '@granary/domain/key-sizes.ts'
import { asn1 } from './asn1.ts'
import { readCertificates } from './chain.ts'
import { pemBlocks } from './pem.ts'
import { bitsOf, keyFacts, RSA } from './public-key.ts'

/** Maximum length of a private key in DER, in bytes. One of 4,096 bits has about 2,400. */
const MAX_KEY_BYTES = 4096

/**
 * Returns why a private key in PEM form (PKCS#8, PKCS#1 or SEC1) does not match the first certificate, or null. Signs
 * with the key and verifies with the certificate, after looking at the sizes of both.
 * @throws Error when the certificates cannot be read.
 */
export async function keyProblem(certificatePem: string, keyPem: string): Promise<string | null> {
  const [leaf] = await readCertificates(certificatePem)
  const { AsnConvert } = await asn1()
  const spki = leaf!.tbsCertificate.subjectPublicKeyInfo
  const facts = await keyFacts(spki)
  const tooLarge = facts.rsa && rsaProblem(facts.rsa)
  if (tooLarge) return `the key of the certificate ${tooLarge}`
  const how = algorithmOf(facts)
  if (!how)
    return 'the certificate has a key of an unknown kind: RSA, EC (P-256, P-384, P-521) and Ed25519 are known'
  try {
    const block = keyBlock(keyPem)
    const pkcs8 = block.label === 'PRIVATE KEY' ? block.der : await wrapped(block.der, spki.algorithm)
    await refuseLarge(pkcs8)
    const publicKey = await crypto.subtle.importKey('spki', AsnConvert.serialize(spki), how, false, [
      'verify',
    ])
    return (await isPair(how, pkcs8, publicKey)) ? null : 'it is not the key of the (first) certificate'
  } catch (error) {
    return error instanceof UnreadableKey ? error.message : 'it is not the key of the (first) certificate'
  }
}

class UnreadableKey extends Error {}

type How = { name: string; hash: string; namedCurve?: string }
type AlgorithmIdentifier = { algorithm: string; parameters?: ArrayBuffer | null }

function algorithmOf({ kind }: KeyFacts): How | null {
  if (kind === 'RSA') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  if (kind === 'Ed25519') return { name: 'Ed25519', hash: 'SHA-512' }
  return kind.startsWith('P-') ? { name: 'ECDSA', hash: 'SHA-256', namedCurve: kind } : null
}

/**
 * Refuses a private key whose numbers are larger than its certificate's may be: the time to sign depends on all of them.
 * @throws UnreadableKey
 */
async function refuseLarge(pkcs8: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<void> {
  if (pkcs8.byteLength > MAX_KEY_BYTES)
    throw new UnreadableKey(`it has ${pkcs8.byteLength} bytes, and at most ${MAX_KEY_BYTES} are allowed`)
  const { AsnConvert, PrivateKeyInfo, RSAPrivateKey } = await asn1()
  const { privateKeyAlgorithm, privateKey } = AsnConvert.parse(pkcs8, PrivateKeyInfo)
  if (privateKeyAlgorithm.algorithm !== RSA) return
  const key = AsnConvert.parse(privateKey.buffer, RSAPrivateKey)
  const half = [key.prime1, key.prime2, key.exponent1, key.exponent2, key.coefficient].map(bitsOf)
  const sizes = [bitsOf(key.modulus), bitsOf(key.publicExponent), bitsOf(key.privateExponent)]
  if (key.otherPrimeInfos || Math.max(...sizes) > MAX_RSA_BITS || Math.max(...half) > MAX_RSA_BITS / 2)
    throw new UnreadableKey(
      `its numbers are too large; an RSA key may have at most ${MAX_RSA_BITS.toLocaleString('en')} bits`,
    )
}

function keyBlock(pem: string) {
  const block = blocksOf(pem).find(({ label }) => label.endsWith('PRIVATE KEY'))
  if (!block)
    throw new UnreadableKey('it must be a private key in PEM form, beginning -----BEGIN PRIVATE KEY-----')
  return block
}

function blocksOf(pem: string) {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem))
    throw new UnreadableKey('it is encrypted; it must be given without a passphrase')
  try {
    return pemBlocks(pem)
  } catch (error) {
    throw new UnreadableKey((error as Error).message)
  }
}

/** Older key formats omit the algorithm, so it is taken from the certificate. */
async function wrapped(der: Uint8Array<ArrayBuffer>, algorithm: AlgorithmIdentifier): Promise<ArrayBuffer> {
  const { AsnConvert, AlgorithmIdentifier, PrivateKeyInfo, PrivateKey } = await asn1()
  const info = new PrivateKeyInfo({
    version: 0,
    privateKeyAlgorithm: new AlgorithmIdentifier(algorithm),
    privateKey: new PrivateKey(der),
  })
  return AsnConvert.serialize(info)
}

async function isPair(
  how: How,
  pkcs8: ArrayBuffer | Uint8Array<ArrayBuffer>,
  publicKey: CryptoKey,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, how, false, ['sign'])
  const text = crypto.getRandomValues(new Uint8Array(32))
  return crypto.subtle.verify(how, publicKey, await crypto.subtle.sign(how, key, text), text)
}
