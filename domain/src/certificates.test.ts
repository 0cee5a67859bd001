import { describe, expect, test } from 'vitest'
import { type CertificateFacts, chainProblem, nameCovers, siloHostName } from './certificates.ts'

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
    names: ['www.example', '*.sys.example'],
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2027-01-01'),
    serverAuth: true,
  }
  const root = { ...good, names: ['A root'], serverAuth: null }
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
    expect(of(good, { ...root, notAfter: new Date('2020-02-03') })).toBe(
      'certificate 2 of 2 expired on 2020-02-03',
    )
    expect(of({ ...good, serverAuth: false })).toBe('it may not be used to authenticate a server')
    expect(of(root, good)).toBe('it is not for eng.sys.example; it is for A root')
    expect(of({ ...good, names: [] })).toBe('it is not for eng.sys.example; it names no host')
  })
})
