import { asn1, readCertificates } from './chain.ts'
import { pemBlocks } from './pem.ts'

/** Object identifiers of public keys, with their WebCrypto algorithms. */
const RSA = '1.2.840.113549.1.1.1'
const EC = '1.2.840.10045.2.1'
const ED25519 = '1.3.101.112'
const CURVES: Record<string, string> = {
  '06082a8648ce3d030107': 'P-256',
  '06052b81040022': 'P-384',
  '06052b81040023': 'P-521',
}

/**
 * Returns why a private key in PEM form (PKCS#8, PKCS#1 or SEC1) does not match the first certificate, or null. Signs
 * with the key and verifies with the certificate.
 * @throws Error when the certificates cannot be read.
 */
export async function keyProblem(certificatePem: string, keyPem: string): Promise<string | null> {
  const [leaf] = await readCertificates(certificatePem)
  const { AsnConvert } = await asn1()
  const spki = leaf!.tbsCertificate.subjectPublicKeyInfo
  const how = algorithmOf(spki.algorithm)
  if (!how)
    return 'the certificate has a key of an unknown kind: RSA, EC (P-256, P-384, P-521) and Ed25519 are known'
  try {
    const block = keyBlock(keyPem)
    const pkcs8 = block.label === 'PRIVATE KEY' ? block.der : await wrapped(block.der, spki.algorithm)
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

function algorithmOf({ algorithm, parameters }: AlgorithmIdentifier): How | null {
  if (algorithm === RSA) return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  if (algorithm === ED25519) return { name: 'Ed25519', hash: 'SHA-512' }
  const namedCurve = algorithm === EC && parameters ? CURVES[hex(parameters)] : undefined
  return namedCurve ? { name: 'ECDSA', hash: 'SHA-256', namedCurve } : null
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

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
  const [{ AsnConvert, AlgorithmIdentifier }, { PrivateKeyInfo, PrivateKey }] = await Promise.all([
    asn1(),
    import('@peculiar/asn1-pkcs8'),
  ])
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
