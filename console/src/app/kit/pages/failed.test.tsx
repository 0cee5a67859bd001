import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { fireEvent, render, screen, waitFor } from '../../../ui/testing.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Failed, IfMissed, NotKnown } from './failed.tsx'

const show = (statusCode: number, message: string) =>
  render(
    <Failed what="Disks" error={new ApiError(message, { statusCode, requestId: 'r1' })} onRetry={() => {}} />,
  )

test('a fault of the server names the data, the request and who can help', () => {
  show(500, 'Internal Server Error')
  expect(screen.getByRole('alert').textContent).toBe(
    'Disks could not be loaded' +
      'Internal Server ErrorIf the problem persists, contact your administrator.' +
      'Request r1Try again',
  )
})

test('a refusal is not a fault of the server', () => {
  show(403, 'Action not authorized')
  expect(screen.queryByText(/administrator/)).toBeNull()
})

test('a dialog opens on its first field, not on the retry of what failed before', async () => {
  render(
    <Dialog title="Upload image" onClose={() => {}} footer={null}>
      <NotKnown what="Other sources" error={new Error('no')} onRetry={() => {}} />
      <input aria-label="Name" />
    </Dialog>,
  )
  const field = await screen.findByRole('textbox', { name: 'Name' })
  expect(document.activeElement).toBe(field)
})

test('a retry keeps the focus until it succeeds', async () => {
  const answers = [
    Promise.withResolvers<string>(),
    Promise.withResolvers<string>(),
    Promise.withResolvers<string>(),
  ]
  let requested = 0
  const client = new QueryClient()
  function Quota() {
    const read = useQuery({ queryKey: ['quota'], queryFn: () => answers[requested++]!.promise, retry: false })
    return <IfMissed what="The quota" of={read} />
  }
  render(
    <QueryClientProvider client={client}>
      <Quota />
    </QueryClientProvider>,
  )
  answers[0]!.reject(new Error('no'))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  for (const at of [1, 2]) {
    retry.focus()
    fireEvent.click(retry)
    await waitFor(() => expect(requested).toBe(at + 1))
    if (at === 1) answers[at]!.reject(new Error('no'))
    else answers[at]!.resolve('80 GiB')
    await waitFor(() => expect(client.isFetching()).toBe(0))
    if (at === 1) expect(document.activeElement).toBe(retry)
  }
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})
