import { expect, test } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { render, screen } from '../../ui/testing.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Failed, NotKnown } from './failed.tsx'

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
