import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COPIED_FEEDBACK_MS, CopyButton } from './copy-button.tsx'
import { act, fireEvent, render, screen } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('shows for two seconds that it has copied', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  Object.assign(navigator, { clipboard: { writeText } })
  render(<CopyButton text="3aeb" />)
  fireEvent.click(screen.getByRole('button', { name: 'Click to copy' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('3aeb')
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  act(() => void vi.advanceTimersByTime(COPIED_FEEDBACK_MS))
  expect(screen.getByRole('button', { name: 'Click to copy' })).toBeTruthy()
})

test('does not show it when the browser refuses', async () => {
  Object.assign(navigator, { clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
  document.execCommand = () => false
  render(<CopyButton text="3aeb" />)
  fireEvent.click(screen.getByRole('button', { name: 'Click to copy' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull()
})
