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

test('removes success after 5 s and an error after 15 s, and keeps a permanent toast', () => {
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

test('is announced politely by an existing live region', () => {
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

test('keeps all toasts while one of them has the focus', () => {
  render(<Toasts />)
  act(() => {
    addToast({ content: 'one' })
    addToast({ content: 'two' })
  })
  const dismiss = screen.getAllByRole('button', { name: 'Dismiss notification' })[0]!
  dismiss.focus()
  act(() => void vi.advanceTimersByTime(9_000))
  expect(region().textContent).toBe('Success oneSuccess two')
  dismiss.blur()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(region().textContent).toBe('')
})
