import type { CertificateFacts } from '@granary/domain/certificates.ts'
import { expect, test } from 'vitest'
import { CertificatePreview } from './certificate-preview.tsx'
import { render, screen } from './testing.ts'

const now = new Date('2026-11-21T12:00:00Z')
const good: CertificateFacts = {
  subject: 'acme.sys.granary.example',
  issuer: 'Granary test authority',
  names: ['acme.sys.granary.example'],
  notBefore: new Date('2026-01-01'),
  notAfter: new Date('2027-06-01'),
  serverAuth: true,
}
const show = (facts: Partial<CertificateFacts>, host: string | null = 'acme.sys.granary.example') =>
  render(<CertificatePreview chain={[{ ...good, ...facts }]} host={host} now={now} />)

test('a good certificate is shown and nothing is said against it', () => {
  show({})
  expect(screen.getByText('Granary test authority')).toBeTruthy()
  expect(screen.queryByText(/expired|mismatch|ends soon|self-signed/)).toBeNull()
})

test('one that has ended says when, and one that will soon is marked', () => {
  const { unmount } = show({ notAfter: now })
  expect(screen.getByText('Certificate expired')).toBeTruthy()
  unmount()
  show({ notAfter: new Date('2026-12-01') })
  expect(screen.getByText('ends soon')).toBeTruthy()
})

test('one for another host says which host it should be for and which it is for', () => {
  show({ names: ['a.example', '*.b.example'] })
  expect(screen.getByText('Certificate domain mismatch').parentElement?.textContent).toContain(
    'The silo will be at acme.sys.granary.example, and the certificate is for a.example, *.b.example.',
  )
})

test('where the host is not known any will do', () => {
  show({ names: [] }, null)
  expect(screen.queryByText('Certificate domain mismatch')).toBeNull()
})

test('who signs for themselves is no issuer, and of many names some are shown', () => {
  show({ issuer: good.subject, names: Array.from({ length: 9 }, (_, n) => `n${n}.example`) }, null)
  expect(screen.getByText('self-signed')).toBeTruthy()
  expect(screen.getByText('and 5 more')).toBeTruthy()
})
