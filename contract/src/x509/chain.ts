import type { CertificateFacts } from '@granary/domain/certificates.ts'
import type { Certificate, Name } from '@peculiar/asn1-x509'
import { asn1 } from './asn1.ts'
import { pemBlocks } from './pem.ts'
import { hex, keyFacts } from './public-key.ts'

/** Maximum number of certificates in a chain. Public ones have two to four, and each takes time to parse. */
const MAX_CERTIFICATES = 10

/**
 * Reads the certificates of a PEM text, in order.
 * @throws Error with the problem of the text, worded to follow "the certificate cannot be read: ".
 */
export async function readCertificates(pem: string): Promise<Certificate[]> {
  const blocks = pemBlocks(pem).filter(({ label }) => label === 'CERTIFICATE')
  if (blocks.length === 0)
    throw new Error('it must be X.509 in PEM form, beginning -----BEGIN CERTIFICATE-----')
  if (blocks.length > MAX_CERTIFICATES)
    throw new Error(`it has ${blocks.length} certificates, and at most ${MAX_CERTIFICATES} are allowed`)
  const { AsnConvert, Certificate } = await asn1()
  return blocks.map(({ der }) => {
    try {
      return AsnConvert.parse(der, Certificate)
    } catch {
      throw new Error('what is inside of its PEM is not an X.509 certificate')
    }
  })
}

/**
 * Returns the fields of certificates in PEM form, in order.
 * @throws Error as `readCertificates` does.
 */
export async function certificateFacts(pem: string): Promise<CertificateFacts[]> {
  const certificates = await readCertificates(pem)
  const library = await asn1()
  return Promise.all(
    certificates.map(async ({ tbsCertificate }) => {
      const { validity, subject, issuer, extensions = [] } = tbsCertificate
      const find = <Value>(id: string, type: new () => Value): Value | null => {
        const found = extensions.find(({ extnID }) => extnID === id)
        return found ? library.AsnConvert.parse(found.extnValue.buffer, type) : null
      }
      const alternative = find(library.id_ce_subjectAltName, library.SubjectAlternativeName)
      const usage = find(library.id_ce_extKeyUsage, library.ExtendedKeyUsage)
      const keyId = find(library.id_ce_subjectKeyIdentifier, library.SubjectKeyIdentifier)
      const issuerKeyId = find(
        library.id_ce_authorityKeyIdentifier,
        library.AuthorityKeyIdentifier,
      )?.keyIdentifier
      return {
        subject: inWords(subject),
        issuer: inWords(issuer),
        subjectId: hex(library.AsnConvert.serialize(subject)),
        issuerId: hex(library.AsnConvert.serialize(issuer)),
        keyId: keyId && hex(keyId.buffer),
        issuerKeyId: issuerKeyId ? hex(issuerKeyId.buffer) : null,
        key: await keyFacts(tbsCertificate.subjectPublicKeyInfo),
        names: alternative
          ? [...alternative].flatMap(({ dNSName }) => (dNSName === undefined ? [] : [dNSName]))
          : valuesOf(subject, COMMON_NAME),
        hasAlternativeNames: alternative !== null,
        notBefore: validity.notBefore.getTime(),
        notAfter: validity.notAfter.getTime(),
        serverAuth: usage && [...usage].some((id) => id === library.id_kp_serverAuth || id === ANY_USE),
      }
    }),
  ).catch(() => {
    throw new Error('a part of it, such as its key or an extension, cannot be read')
  })
}

const attributesOf = (name: Name) => name.flatMap((set) => [...set])

const valuesOf = (name: Name, wanted: string): string[] =>
  attributesOf(name)
    .filter(({ type }) => type === wanted)
    .map(({ value }) => value.toString())

/** The common name, or without one the whole name, most specific part first (RFC 4514). */
const inWords = (name: Name): string =>
  valuesOf(name, COMMON_NAME).at(-1) ??
  attributesOf(name)
    .map(({ type, value }) => `${SHORT_NAMES[type] ?? type}=${value.toString()}`)
    .toReversed()
    .join(', ')

const SHORT_NAMES: Record<string, string> = {
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
}
/** `id-at-commonName` of X.520. */
const COMMON_NAME = '2.5.4.3'
/** `anyExtendedKeyUsage` of RFC 5280. */
const ANY_USE = '2.5.29.37.0'
