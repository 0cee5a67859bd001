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

test('offers no page after the last one, when the size of the list is known exactly', () => {
  const bar = { pageSize: 50, hasNext: true, hasPrevious: false, onNext: () => {}, onPrevious: () => {} }
  const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'next' })
  const at = (offset: number, total?: { count: number; isCapped: boolean }) => (
    <Pagination {...bar} offset={offset} shown={50} total={total} />
  )
  const { rerender } = render(at(0, { count: 50, isCapped: false }))
  expect(next().disabled).toBe(true)
  for (const more of [at(0, { count: 51, isCapped: false }), at(50, { count: 100, isCapped: true }), at(0)]) {
    rerender(more)
    expect(next().disabled).toBe(false)
  }
})
