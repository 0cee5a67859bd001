import { expect, test } from 'vitest'
import { render, screen } from '../../ui/testing.ts'
import { LeftOut } from './bulk-targets.tsx'

test('groups skipped rows by their reason', () => {
  const [running, local] = ['Only stopped instances can be deleted', 'It is kept']
  render(
    <LeftOut
      targets={[
        { id: '1', name: 'a', reason: running },
        { id: '2', name: 'b', reason: local },
        { id: '3', name: 'c', reason: running },
      ]}
    />,
  )
  expect(screen.getByText('3 are left out:')).toBeTruthy()
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([`${running}a, c`, `${local}b`])
})
