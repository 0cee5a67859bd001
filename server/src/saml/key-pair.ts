import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Saml, SamlKeyPair } from '@granary/control-plane/kit/saml.ts'
import { base64Problem } from '@granary/domain/base64.ts'

/** What is wrong with a certificate and its key, or null. */
export const keyPairProblem: Saml['keyPairProblem'] = ({ publicCert, privateKey }) => {
  const certificate = attempt(publicCert, (der) => new X509Certificate(der))
  if (!certificate) return { part: 'publicCert', problem: 'must be an X.509 certificate in DER, as base64' }
  const key = attempt(privateKey, readKey)
  if (!key) return { part: 'privateKey', problem: 'must be an RSA key in PKCS #1 DER, as base64' }
  return certificate.checkPrivateKey(key)
    ? null
    : { part: 'privateKey', problem: 'must be the key of the certificate' }
}

/** The key of a pair that was checked, as PEM. */
export const pemOf = ({ privateKey }: SamlKeyPair): string =>
  readKey(Buffer.from(privateKey, 'base64')).export({ type: 'pkcs8', format: 'pem' }) as string

/** PKCS #1 is what the API asks for; what openssl writes by itself is PKCS #8. */
function readKey(der: Buffer): KeyObject {
  for (const type of ['pkcs1', 'pkcs8'] as const)
    try {
      const key = createPrivateKey({ key: der, format: 'der', type })
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      // It is not of this type.
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
