import type { CertificateFacts } from '@granary/domain/certificates.ts'
import { expect, test } from 'vitest'
import { CertificatePreview } from './certificate-preview.tsx'
import { render, screen } from './testing.ts'

const now = new Date('2026-11-21T12:00:00Z')
const good: CertificateFacts = {
  subject: 'acme.sys.granary.example',
  issuer: 'Granary test authority',
  subjectId: 'leaf',
  issuerId: 'authority',
  keyId: null,
  issuerKeyId: null,
  key: { kind: 'P-256', rsa: null },
  hasAlternativeNames: true,
  names: ['acme.sys.granary.example'],
  notBefore: new Date('2026-01-01'),
  notAfter: new Date('2027-06-01'),
  serverAuth: true,
}
/** A root, which is self-signed. */
const authority: CertificateFacts = { ...good, subject: 'Granary test authority', subjectId: 'authority' }
const show = (facts: Partial<CertificateFacts>, host: string | null = 'acme.sys.granary.example') =>
  render(<CertificatePreview chain={[{ ...good, ...facts }, authority]} host={host} now={now} />)

test('shows a valid certificate without a warning', () => {
  show({})
  expect(screen.getByText('Granary test authority')).toBeTruthy()
  expect(screen.queryByText(/expired|mismatch|ends soon|self-signed/)).toBeNull()
})

test('shows when a certificate has expired, and marks one that will soon', () => {
  const { unmount } = show({ notAfter: now })
  expect(screen.getByText('Certificate expired')).toBeTruthy()
  unmount()
  show({ notAfter: new Date('2026-12-01') })
  expect(screen.getByText('ends soon')).toBeTruthy()
})

test('names the expected and the actual hosts of a certificate for another host', () => {
  show({ names: ['a.example', '*.b.example'] })
  expect(screen.getByText('Certificate domain mismatch').parentElement?.textContent).toContain(
    'The silo will be at acme.sys.granary.example, and the certificate is for a.example, *.b.example.',
  )
})

test('accepts any host when the host is unknown', () => {
  show({ names: [] }, null)
  expect(screen.queryByText('Certificate domain mismatch')).toBeNull()
})

test('shows no issuer of a self-signed certificate, and shortens a list of many names', () => {
  show({ issuer: good.subject, names: Array.from({ length: 9 }, (_, n) => `n${n}.example`) }, null)
  expect(screen.getByText('self-signed')).toBeTruthy()
  expect(screen.getByText('and 5 more')).toBeTruthy()
})

test('says which chains and keys clients refuse', () => {
  const { unmount } = render(<CertificatePreview chain={[good]} now={now} />)
  expect(screen.getByText('Some clients may refuse this certificate').parentElement?.textContent).toContain(
    'The certificate of Granary test authority, which issued acme.sys.granary.example, is missing.',
  )
  unmount()
  show({ key: { kind: 'Ed25519', rsa: null } })
  expect(screen.getByText('Key not accepted').parentElement?.textContent).toContain(
    'The key of the certificate is of the kind Ed25519, which browsers refuse; RSA, P-256 and P-384 are allowed.',
  )
})
