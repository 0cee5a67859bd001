import { lazy } from 'react'
import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen, waitFor } from '../testing.ts'
import { Toasts } from '../toast/toasts.tsx'
import { confirm, confirmDelete, ConfirmDialog } from './confirm.tsx'
import { LookedUp } from './looking-up.tsx'

const mount = () =>
  render(
    <>
      <ConfirmDialog />
      <Toasts />
    </>,
  )

test('shows a spinner until the action has settled, then closes', async () => {
  mount()
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer = confirmDelete('disk', 'backup', () => promise)
  await screen.findByRole('dialog', { name: 'Delete disk' })
  expect(screen.getByText('backup')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(screen.getByLabelText('Spinner')).toBeTruthy()
  resolve()
  expect(await answer).toBe(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows an error toast on failure, and keeps the dialog with its choices for a retry', async () => {
  mount()
  const action = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('Disk is attached'))
  const answer = confirmDelete('disk', 'backup', action, <input type="checkbox" aria-label="Keep it" />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Keep it' }))
  const button = screen.getByRole('button', { name: 'Confirm' })
  button.focus()
  fireEvent.click(button)
  const toasts = screen.getByTestId('Toasts')
  await waitFor(() => expect(toasts.textContent).toContain('Could not delete diskDisk is attached'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep it' }).checked).toBe(true)
  await waitFor(() => expect(screen.queryByLabelText('Spinner')).toBeNull())
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(await answer).toBe(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(action).toHaveBeenCalledTimes(2)
})

test('keeps the next question when the action of the last one ends', async () => {
  mount()
  const { promise, resolve } = Promise.withResolvers<void>()
  void confirmDelete('disk', 'first', () => promise)
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  const next = vi.fn(() => Promise.resolve())
  const answer = confirmDelete('disk', 'second', next)
  await screen.findByText('second')
  resolve()
  await promise
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await answer).toBe(true)
  expect(next).toHaveBeenCalledTimes(1)
})

test('lets a failed action be cancelled', async () => {
  mount()
  const answer = confirmDelete('disk', 'backup', () => Promise.reject(new Error('Disk is attached')))
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByLabelText('Spinner')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await answer).toBe(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('runs nothing on Cancel', async () => {
  mount()
  const action = vi.fn(() => Promise.resolve())
  const answer = confirm({ title: 'Stop instance', body: 'Sure?', action, errorTitle: 'Error stopping' })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await answer).toBe(false)
  expect(action).not.toHaveBeenCalled()
})

test('does not treat a resource that another user deleted as an error', async () => {
  mount()
  const notFound = Object.assign(new Error('Not found: disk with id "1234"'), { statusCode: 404 })
  const answer = confirmDelete('disk', 'backup', () => Promise.reject(notFound))
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await answer).toBe(true)
  const said = screen.getByTestId('Toasts').textContent
  expect(said).toContain('Disk backup was not there any more')
  expect(said).not.toContain('Not found')
})

test('waits with its action while a part of it looks something up', async () => {
  mount()
  const { promise, resolve } = Promise.withResolvers<{ default: () => string }>()
  const Plan = lazy(() => promise)
  const action = vi.fn<() => Promise<void>>().mockResolvedValue()
  void confirmDelete(
    'disk',
    'backup',
    action,
    <LookedUp>
      <Plan />
    </LookedUp>,
  )
  await screen.findByRole('status', { name: /Looking up/ })
  fireEvent.click(screen.getByRole('button', { name: /Spinner/ }))
  expect(action).not.toHaveBeenCalled()
  resolve({ default: () => 'Its snapshots stay.' })
  await screen.findByText('Its snapshots stay.')
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(action).toHaveBeenCalledTimes(1))
})
