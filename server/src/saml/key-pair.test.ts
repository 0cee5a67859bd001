import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { largeKey } from '../../../contract/test/certificates.ts'
import { idp, other } from '../../test/saml/keys.ts'
import { keyPairProblem, pemOf } from './key-pair.ts'

const NO_CERTIFICATE = { part: 'publicCert', problem: 'must be an X.509 certificate in DER, as base64' }
const NO_KEY = { part: 'privateKey', problem: 'must be an RSA key in PKCS #1 DER, as base64' }
const pkcs8 = createPrivateKey({ key: Buffer.from(idp.privateKey, 'base64'), format: 'der', type: 'pkcs1' })
  .export({ format: 'der', type: 'pkcs8' })
  .toString('base64')
const ed25519 = generateKeyPairSync('ed25519')
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64')

test.each([
  ['a certificate and its key', idp.certificate, idp.privateKey, null],
  ['its key in PKCS #8', idp.certificate, pkcs8, null],
  [
    'the key of another',
    idp.certificate,
    other.privateKey,
    { part: 'privateKey', problem: 'must be the key of the certificate' },
  ],
  ['no certificate', '', idp.privateKey, NO_CERTIFICATE],
  ['a key for the certificate', idp.privateKey, idp.privateKey, NO_CERTIFICATE],
  ['no base64', '-----BEGIN', idp.privateKey, NO_CERTIFICATE],
  ['a certificate for the key', idp.certificate, idp.certificate, NO_KEY],
  ['a key that is not RSA', idp.certificate, ed25519, NO_KEY],
])('%s', (_, publicCert, privateKey, problem) => {
  expect(keyPairProblem({ publicCert, privateKey })).toEqual(problem)
})

test('returns the key as PEM', () => {
  expect(pemOf({ publicCert: idp.certificate, privateKey: idp.privateKey })).toMatch(
    /^-----BEGIN PRIVATE KEY-----\n/,
  )
})

test('refuses a key that takes long to sign with, also one that is stored already', () => {
  const { cert, key } = largeKey(32_768)
  const base64 = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')
  const pair = { publicCert: base64(cert), privateKey: base64(key) }
  const problem = 'has 32,768 bits; an RSA key must have 2,048 to 4,096'
  expect(keyPairProblem(pair)).toEqual({ part: 'privateKey', problem })
  expect(() => pemOf(pair)).toThrow(`the key that signs requests to the identity provider ${problem}`)
})
