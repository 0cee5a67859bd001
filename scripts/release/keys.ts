import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto'
import { Key, type Metadata, Signature } from '@tufjs/models'

/** A private key with the public part that a root document lists. */
export type SigningKey = { key: Key; secret: KeyObject }

/** Makes an Ed25519 key. @returns it in PEM form. */
export const makeKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

/** Reads an Ed25519 key in PEM form. @throws Error for any other text. */
export function readKey(pem: string): SigningKey {
  const secret = createPrivateKey(pem)
  if (secret.asymmetricKeyType !== 'ed25519') throw new Error('the key must be an Ed25519 key')
  const { x } = createPublicKey(secret).export({ format: 'jwk' })
  const hex = Buffer.from(x!, 'base64url').toString('hex')
  // With its fields in this order, the text is the canonical JSON that a key's ID is the SHA-256 of (TUF section 4.2).
  const document = { keytype: 'ed25519', keyval: { public: hex }, scheme: 'ed25519' }
  const id = hash('sha256', JSON.stringify(document), 'hex')
  return {
    secret,
    key: new Key({ keyID: id, keyType: document.keytype, scheme: document.scheme, keyVal: document.keyval }),
  }
}

/** Signs a document with every key. @returns its JSON text. */
export function signedText(document: Pick<Metadata<never>, 'sign' | 'toJSON'>, keys: SigningKey[]): string {
  for (const { key, secret } of keys)
    document.sign(
      (bytes) => new Signature({ keyID: key.keyID, sig: sign(null, bytes, secret).toString('hex') }),
    )
  return `${JSON.stringify(document.toJSON(), null, 2)}\n`
}
