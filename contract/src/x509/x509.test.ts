import { describe, expect, test, vi } from 'vitest'
import { convertKey, issued, largeKey, selfSigned } from '../../test/certificates.ts'
import { chainWarnings, pathOf } from '@granary/domain/certificates.ts'
import { certificateFacts } from './chain.ts'
import { pickCertificates } from './pem.ts'
import { keyProblem } from './private-key.ts'

const one = selfSigned({ names: ['eng.sys.example', '*.sys.example'], usage: 'serverAuth', days: 10 })
const two = selfSigned({ commonName: 'plain' })

/** With an organization and no common name, until 2126. */
const NAMELESS = `-----BEGIN CERTIFICATE-----
MIIBSDCB+6ADAgECAhQZOA7x7wqEU4i16HOShni+uqJt+TAFBgMrZXAwGTEXMBUG
A1UECgwOTm8gY29tbW9uIG5hbWUwIBcNMjYxMTIxMTU1NjMzWhgPMjEyNjEwMjgx
NTU2MzNaMBkxFzAVBgNVBAoMDk5vIGNvbW1vbiBuYW1lMCowBQYDK2VwAyEALFIW
RyKZQwXujWIMTn74aHvavsur7egcyc+/H8H41hOjUzBRMB0GA1UdDgQWBBQWoSxG
lpqIWrUQ1k9xlmAGVz14ejAfBgNVHSMEGDAWgBQWoSxGlpqIWrUQ1k9xlmAGVz14
ejAPBgNVHRMBAf8EBTADAQH/MAUGAytlcANBAD9Y1rIFz4nq1grZMLZv5emkMfSs
JVlhBvMkaQQqB9JfC3H/bOl1MuRYTQTE1+HTtiPzQGJUSmNsmhbdnqjwLAA=
-----END CERTIFICATE-----`

describe('a certificate', () => {
  test('shows its names, validity and use', async () => {
    const [facts, ...others] = await certificateFacts(one.cert)
    expect(others).toEqual([])
    expect(facts).toMatchObject({ names: ['eng.sys.example', '*.sys.example'], serverAuth: true })
    expect(facts!.notAfter.getTime() - facts!.notBefore.getTime()).toBe(10 * 86_400_000)
  })

  test('falls back to the common name, and shows no use if it has none', async () => {
    expect(await certificateFacts(two.cert)).toMatchObject([{ names: ['plain'], serverAuth: null }])
  })

  test('shows subject and issuer, also without a common name', async () => {
    expect(await certificateFacts(two.cert)).toMatchObject([{ subject: 'plain', issuer: 'plain' }])
    expect(await certificateFacts(NAMELESS)).toMatchObject([{ subject: 'O=No common name', names: [] }])
  })

  test.each([
    ['serverAuth', true],
    ['clientAuth', false],
    ['anyExtendedKeyUsage', true],
  ] as const)('for %s may serve: %s', async (usage, serverAuth) => {
    expect(await certificateFacts(selfSigned({ usage }).cert)).toMatchObject([{ serverAuth }])
  })

  test('includes its chain to the root, and ignores text between the blocks', async () => {
    const chain = await certificateFacts(`subject=eng\n${one.cert}\r\n# issuer\n${two.cert}`)
    expect(chain.map(({ names }) => names[0])).toEqual(['eng.sys.example', 'plain'])
  })

  test.each([
    ['', 'it must be X.509 in PEM form, beginning -----BEGIN CERTIFICATE-----'],
    [one.key, 'it must be X.509 in PEM form, beginning -----BEGIN CERTIFICATE-----'],
    [
      one.cert.replace('\n', '\n***'),
      'it is not whole: between its first and last line there must be base64 only',
    ],
    [
      one.key.replaceAll('PRIVATE KEY', 'CERTIFICATE'),
      'what is inside of its PEM is not an X.509 certificate',
    ],
  ])('that cannot be read is refused with the reason', async (pem, reason) => {
    await expect(certificateFacts(pem)).rejects.toThrow(reason)
  })
})

test('a block without an end is refused where the next one begins', async () => {
  const exec = vi.spyOn(RegExp.prototype, 'exec')
  const attack = '-----BEGIN CERTIFICATE-----'.repeat(2_400)
  const problem = certificateFacts(attack)
  const steps = exec.mock.calls.filter(([text]) => text === attack).length
  exec.mockRestore()
  await expect(problem).rejects.toThrow(/^it is not whole/)
  expect(steps).toBe(2)
  await expect(certificateFacts(`${one.cert}${two.cert.replace(/-----END.*/, '')}`)).rejects.toThrow(
    /^it is not whole/,
  )
})

describe('a private key', () => {
  const other = 'it is not the key of the (first) certificate'
  test.each(['rsa', 'ec', 'ed25519'] as const)('of kind %s is told from another one', async (kind) => {
    const [mine, another] = [selfSigned({ key: kind }), selfSigned({ key: kind })]
    expect(await keyProblem(mine.cert, mine.key)).toBeNull()
    expect(await keyProblem(mine.cert + another.cert, mine.key)).toBeNull()
    expect(await keyProblem(another.cert, mine.key)).toBe(other)
    expect(await keyProblem(another.cert + mine.cert, mine.key)).toBe(other)
  })

  test.each(['rsa', 'ec'] as const)('of kind %s may be in its older form', async (kind) => {
    const { cert, key } = selfSigned({ key: kind })
    const older = convertKey(key, 'traditional')
    expect(older).toMatch(/BEGIN (RSA|EC) PRIVATE KEY/)
    expect(await keyProblem(cert, older)).toBeNull()
    expect(await keyProblem(two.cert, older)).toBe(other)
  })

  test("of a kind other than the certificate's is a mismatch", async () => {
    expect(await keyProblem(one.cert, selfSigned({ key: 'rsa' }).key)).toBe(other)
    expect(await keyProblem(selfSigned({ key: 'ed25519' }).cert, one.key)).toBe(other)
  })

  test('is refused with the reason if it is unreadable', async () => {
    const none = 'it must be a private key in PEM form, beginning -----BEGIN PRIVATE KEY-----'
    expect(await keyProblem(one.cert, '')).toBe(none)
    expect(await keyProblem(one.cert, one.cert)).toBe(none)
    expect(await keyProblem(one.cert, convertKey(one.key, 'encrypted'))).toBe(
      'it is encrypted; it must be given without a passphrase',
    )
    expect(await keyProblem(one.cert, one.key.replace('\n', '\n***'))).toMatch(/^it is not whole/)
  })

  test.each([16_384, 1_024])('of %d bits is refused before any arithmetic', async (bits) => {
    const { cert, key } = largeKey(bits)
    const arithmetic = [vi.spyOn(crypto.subtle, 'importKey'), vi.spyOn(crypto.subtle, 'sign')]
    const size = `${bits.toLocaleString('en')} bits; an RSA key must have 2,048 to 4,096`
    expect(await keyProblem(cert, key)).toBe(`the key of the certificate has ${size}`)
    const small = selfSigned({ key: 'rsa' })
    if (bits > 4_096) {
      expect(await keyProblem(small.cert, key)).toMatch(/^it has \d+ bytes, and at most 4096 are allowed/)
      expect(await keyProblem(small.cert, largeKey(5_120).key)).toMatch(/^its numbers are too large/)
    }
    expect(arithmetic.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    vi.restoreAllMocks()
  })
})

describe('a chain', () => {
  const root = issued('root', null)
  const middle = issued('middle', root)
  const leaf = issued('leaf', middle, { names: ['eng.sys.example'] })

  test('is put in order as a client follows it', async () => {
    const text = leaf.cert + root.cert + middle.cert
    const facts = await certificateFacts(text)
    expect(pathOf(facts)).toEqual([0, 2, 1])
    expect(pickCertificates(text, pathOf(facts))).toBe(leaf.cert + middle.cert + root.cert)
    expect(chainWarnings(facts)).toEqual(['The chain is out of order. It is served in the right order.'])
  })

  test('with another issuer of the same name is not continued', async () => {
    const other = issued('middle', issued('root', null))
    const facts = await certificateFacts(leaf.cert + other.cert)
    expect(pathOf(facts)).toEqual([0])
    expect(chainWarnings(facts)).toHaveLength(2)
  })

  test('has at most ten certificates', async () => {
    await expect(certificateFacts(leaf.cert.repeat(11))).rejects.toThrow(
      'it has 11 certificates, and at most 10 are allowed',
    )
  })
})
