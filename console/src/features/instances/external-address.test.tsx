import { expect, test } from 'vitest'
import { render, screen } from '../../ui/testing.ts'
import { ExternalAddress } from './external-address.tsx'

test('an address breaks after a colon and nowhere else, and stays one text', () => {
  const { rerender } = render(<ExternalAddress address="2001:db8:5eed::1" />)
  const link = screen.getByRole('link', { name: '2001:db8:5eed::1' })
  expect(link.querySelectorAll('wbr')).toHaveLength(4)
  rerender(<ExternalAddress address="198.51.100.80" />)
  expect(screen.getByRole('link', { name: '198.51.100.80' }).querySelector('wbr')).toBeNull()
})
