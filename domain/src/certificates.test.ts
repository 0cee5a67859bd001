import { describe, expect, test } from 'vitest'
import {
  type CertificateFacts,
  chainEnd,
  chainProblem,
  chainWarnings,
  nameCovers,
  pathOf,
  siloHostName,
} from './certificates.ts'

test('puts the host name of a silo under sys of the zone', () => {
  expect(siloHostName('eng', 'cloud.example')).toBe('eng.sys.cloud.example')
})

describe('certificate name', () => {
  test.each([
    ['eng.sys.example', 'eng.sys.example'],
    ['ENG.sys.Example.', 'eng.sys.example'],
    ['*.sys.example', 'eng.sys.example'],
    ['*.SYS.example', 'eng.sys.example.'],
  ])('%s covers %s', (name, host) => expect(nameCovers(name, host)).toBe(true))
  test.each([
    ['other.sys.example', 'eng.sys.example'],
    ['*.example', 'eng.sys.example'],
    ['*.sys.example', 'a.eng.sys.example'],
    ['*.sys.example', 'sys.example'],
    ['*.sys.example', '.sys.example'],
    ['e*.sys.example', 'eng.sys.example'],
    ['*.*.example', 'eng.sys.example'],
    ['*.*.example', 'eng.*.example'],
    ['*', 'eng'],
    ['*', '*'],
    ['', 'eng.sys.example'],
  ])('%s does not cover %s', (name, host) => expect(nameCovers(name, host)).toBe(false))
})

describe('certificate chain', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const good: CertificateFacts = {
    subject: 'www.example',
    issuer: 'A root',
    subjectId: 'leaf',
    issuerId: 'root',
    keyId: null,
    issuerKeyId: null,
    key: { kind: 'P-256', rsa: null },
    hasAlternativeNames: true,
    names: ['www.example', '*.sys.example'],
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2027-01-01'),
    serverAuth: true,
  }
  const root = { ...good, subject: 'A root', subjectId: 'root', names: ['A root'], serverAuth: null }
  const middle = { ...root, subject: 'Middle', subjectId: 'middle', issuerId: 'root' }
  const leaf = { ...good, issuer: 'Middle', issuerId: 'middle' }
  const soon = new Date('2026-12-01')
  const of = (...chain: CertificateFacts[]) => chainProblem(chain, { host: 'eng.sys.example', now })
  test('accepts a chain whose first certificate covers the host', () => {
    expect(of(good)).toBeNull()
    expect(of(good, root)).toBeNull()
    expect(of({ ...good, serverAuth: null })).toBeNull()
    expect(of({ ...good, notBefore: new Date('2026-12-01') })).toBeNull()
  })
  test('accepts any host name if the host is unknown', () => {
    expect(chainProblem([{ ...good, names: [] }], { host: null, now })).toBeNull()
  })
  test('refuses a chain with the reason', () => {
    expect(of()).toBe('there is no certificate in it')
    expect(of({ ...good, notAfter: now })).toBe('it expired on 2026-11-21')
    expect(of(leaf, root, { ...middle, notAfter: new Date('2020-02-03') })).toBe(
      'certificate 3 of 3 expired on 2020-02-03',
    )
    expect(of({ ...good, serverAuth: false })).toBe('it may not be used to authenticate a server')
    expect(of(root, good)).toBe('it is not for eng.sys.example; it is for A root')
    expect(of({ ...good, names: [] })).toBe('it is not for eng.sys.example; it names no host')
  })

  test('refuses keys that browsers or the server refuse', () => {
    const rsa = (bits: number, exponentBits = 17) =>
      of({ ...good, key: { kind: 'RSA', rsa: { bits, exponentBits } } })
    expect(rsa(2048)).toBeNull()
    expect(rsa(4096)).toBeNull()
    expect(rsa(1024)).toBe('its key has 1,024 bits; an RSA key must have 2,048 to 4,096')
    expect(rsa(4104)).toBe('its key has 4,104 bits; an RSA key must have 2,048 to 4,096')
    expect(rsa(2048, 2048)).toMatch('its key has a public exponent of 2,048 bits')
    expect(of({ ...good, key: { kind: 'Ed25519', rsa: null } })).toMatch(/Ed25519, which browsers refuse/)
    expect(of({ ...good, key: { kind: 'P-521', rsa: null } })).toMatch(/P-521, which browsers refuse/)
    expect(of(leaf, { ...middle, key: { kind: 'RSA', rsa: { bits: 16_384, exponentBits: 17 } } })).toMatch(
      /^the key of certificate 2 of 2 has 16,384 bits/,
    )
  })

  test('follows the issuers in any order, by name and key', () => {
    expect(pathOf([leaf, middle, root])).toEqual([0, 1, 2])
    expect(pathOf([leaf, root, good, middle])).toEqual([0, 3, 1])
    expect(pathOf([leaf, root])).toEqual([0])
    expect(pathOf([])).toEqual([])
    const known = { ...leaf, issuerKeyId: 'b' }
    expect(pathOf([known, { ...middle, keyId: 'a' }, { ...middle, keyId: 'b' }])).toEqual([0, 2])
    // A renewed certificate of the same issuer is valid for longer.
    expect(pathOf([leaf, { ...middle, notAfter: soon }, middle])).toEqual([0, 2])
    // Two certificates that issued each other are no endless path.
    expect(pathOf([leaf, middle, { ...root, issuerId: 'middle' }])).toEqual([0, 1, 2])
  })

  test('ignores the end of certificates that clients do not use, and of the root', () => {
    const past = new Date('2020-02-03')
    const selfSigned = { ...root, issuerId: 'root' }
    expect(of(leaf, middle, { ...selfSigned, notAfter: past })).toBeNull()
    expect(of(leaf, middle, { ...good, notAfter: past })).toBeNull()
    expect(chainEnd([leaf, { ...selfSigned, notAfter: past }, { ...middle, notAfter: soon }])).toEqual(soon)
  })

  test('warns of a missing issuer, the order, the unused, and of issuers that end before', () => {
    expect(chainWarnings([leaf, middle])).toEqual([])
    expect(chainWarnings([{ ...root, issuerId: 'root' }])).toEqual([])
    expect(chainWarnings([leaf])).toEqual([
      "The certificate of Middle, which issued www.example, is missing. Clients that don't know it refuse the connection.",
    ])
    expect(chainWarnings([leaf, root])).toEqual([
      expect.stringMatching(/^The certificate of Middle/),
      'Certificate 2 of 2, A root, issued none of the others. It is not served.',
    ])
    expect(chainWarnings([leaf, root, middle])).toEqual([
      'The chain is out of order. It is served in the right order.',
    ])
    expect(chainWarnings([leaf, { ...middle, notAfter: soon }])).toEqual([
      "The certificate of Middle expires on 2026-12-01, before the server's own.",
    ])
    expect(chainWarnings([{ ...leaf, hasAlternativeNames: false }, middle])).toEqual([
      expect.stringMatching(/^It has no subject alternative name/),
    ])
  })
})
