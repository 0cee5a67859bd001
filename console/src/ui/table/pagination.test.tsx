import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen } from '../testing.ts'
import { Pagination } from './pagination.tsx'

test('shows the known pages, and a spinner while one loads', () => {
  const [onNext, onPrevious] = [vi.fn(), vi.fn()]
  const bar = { pageSize: 50, onNext, onPrevious }
  const { rerender } = render(<Pagination {...bar} hasNext hasPrevious={false} />)
  expect(screen.getByRole('navigation', { name: 'Pagination' }).textContent).toContain('rows per page 50')
  const previous = screen.getByRole<HTMLButtonElement>('button', { name: 'prev' })
  expect(previous.disabled).toBe(true)
  fireEvent.click(previous)
  fireEvent.click(screen.getByRole('button', { name: 'next' }))
  expect([onPrevious.mock.calls.length, onNext.mock.calls.length]).toEqual([0, 1])
  rerender(<Pagination {...bar} hasNext hasPrevious isLoading />)
  expect(screen.getByLabelText('Spinner')).toBeTruthy()
})
