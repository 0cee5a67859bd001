import { EXTENSIONS } from '@granary/contract/call.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import BulkDialog from '../../app/bulk/bulk-dialog.tsx'
import { fireEvent, render, screen, waitFor } from '../../ui/testing.ts'
import { answerWith, pageWith, refusal } from '../../api/testing.ts'
import { SILO_BULK } from './bulk.ts'

afterEach(() => vi.unstubAllGlobals())

const JOB = 'POST /experimental/v1/bulk-jobs'

test('demotes many images to the chosen project, and requires one', async () => {
  const identity = { description: '', time_created: '', time_modified: '', my_role: 'admin' }
  const requested = answerWith({
    'GET /v1/projects': pageWith({ id: 'p1', name: 'shop', ...identity }),
    [JOB]: () => refusal(403, 'Forbidden', 'Forbidden'),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkDialog
        extensions={EXTENSIONS}
        action={SILO_BULK.actions.find(({ label }) => label === 'Demote')!}
        thing={SILO_BULK.thing}
        targets={['a', 'b'].map((id) => ({ id, name: id, reason: null }))}
        onStarted={() => {}}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  const field = await screen.findByRole('combobox', { name: /Project/ })
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Demote' }))
  press()
  expect(await screen.findByText('Project is required')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(requested.some(({ call }) => call === JOB)).toBe(false)

  fireEvent.change(field, { target: { value: 'sho' } })
  fireEvent.click(await screen.findByRole('option', { name: 'shop' }))
  expect(screen.queryByText('Project is required')).toBeNull()
  press()
  await waitFor(() => {
    const sent = requested.find(({ call }) => call === JOB)
    expect(sent?.body).toEqual({ operation: 'image_demote', ids: ['a', 'b'], target: 'shop' })
  })
  // The selection stays after a refusal.
  expect(await screen.findByText('Action not authorized')).toBeTruthy()
  expect((field as HTMLInputElement).value).toBe('shop')
})
