import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen } from '../../ui/testing.ts'
import { Opening } from './opening.tsx'

test('shows a panel that can be closed when the server is slow', async () => {
  const onDismiss = vi.fn()
  render(<Opening onDismiss={onDismiss} />)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByRole('dialog', { name: 'Upload image' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onDismiss).toHaveBeenCalledOnce()
})
