import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type Saml, type SamlKeyPair, SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import { base64Problem } from '@granary/domain/base64.ts'
import { keySizeProblem } from '../tls/key-size.ts'

/** Returns the problem with a certificate and its key, or null. */
export const keyPairProblem: Saml['keyPairProblem'] = ({ publicCert, privateKey }) => {
  const certificate = attempt(publicCert, (der) => new X509Certificate(der))
  if (!certificate) return { part: 'publicCert', problem: 'must be an X.509 certificate in DER, as base64' }
  const key = attempt(privateKey, readKey)
  if (!key) return { part: 'privateKey', problem: 'must be an RSA key in PKCS #1 DER, as base64' }
  const size = keySizeProblem(key)
  if (size) return { part: 'privateKey', problem: size }
  return certificate.checkPrivateKey(key)
    ? null
    : { part: 'privateKey', problem: 'must be the key of the certificate' }
}

/**
 * Returns the key of a stored pair, as PEM.
 * @throws SamlRefusal for one that is too large to sign with, which an older version accepted.
 */
export function pemOf({ privateKey }: SamlKeyPair): string {
  const key = readKey(Buffer.from(privateKey, 'base64'))
  const size = keySizeProblem(key)
  if (size) throw new SamlRefusal(`the key that signs requests to the identity provider ${size}`)
  return key.export({ type: 'pkcs8', format: 'pem' }) as string
}

/** The API documents PKCS #1; openssl writes PKCS #8 by default. */
function readKey(der: Buffer): KeyObject {
  for (const type of ['pkcs1', 'pkcs8'] as const)
    try {
      const key = createPrivateKey({ key: der, format: 'der', type })
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      // The key is not of this type.
    }
  throw new Error('not an RSA key')
}

function attempt<Value>(base64: string, read: (der: Buffer) => Value): Value | null {
  if (base64 === '' || base64Problem(base64)) return null
  try {
    return read(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}
