import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { act, fireEvent, render, screen } from '../testing.ts'
import { addToast, toastStore } from './toast-store.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => toastStore.set([]))
  vi.useRealTimers()
})

const region = () => screen.getByTestId('Toasts')

test('success goes after 5 s, an error after 15 s, and one that must stay stays', () => {
  render(<Toasts />)
  act(() => {
    addToast({ content: 'Project harvest created' })
    addToast({ content: 'Action not authorized', variant: 'error' })
    addToast({ content: 'Read this', timeout: null })
  })
  expect(region().textContent).toBe(
    'Success Project harvest createdErrorAction not authorizedSuccess Read this',
  )
  act(() => void vi.advanceTimersByTime(5_000))
  expect(region().textContent).toBe('ErrorAction not authorizedSuccess Read this')
  act(() => void vi.advanceTimersByTime(10_000))
  expect(region().textContent).toBe('Success Read this')
})

test('is read out politely, from a region that was there before', () => {
  render(<Toasts />)
  const live = region().querySelector('[aria-live="polite"]')
  act(() => void addToast({ title: 'Started', content: 'db-1' }))
  expect(live?.textContent).toBe('Starteddb-1')
})

test('can be dismissed', () => {
  render(<Toasts />)
  act(() => void addToast({ content: 'one' }))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss notification' }))
  expect(region().textContent).toBe('')
})
