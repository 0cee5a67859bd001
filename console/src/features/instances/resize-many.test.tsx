import { EXTENSIONS } from '@granary/contract/call.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, refusal } from '../../api/testing.ts'
import BulkDialog from '../../app/bulk/bulk-dialog.tsx'
import { fireEvent, render, screen, waitFor } from '../../ui/testing.ts'
import { BULK } from './bulk.ts'

afterEach(() => vi.unstubAllGlobals())

const JOB = 'POST /experimental/v1/bulk-jobs'
const GiB = 2 ** 30

async function open() {
  const requested = answerWith({
    'GET /v1/utilization': {
      capacity: { cpus: 20, memory: 40 * GiB, storage: 0 },
      provisioned: { cpus: 10, memory: 8 * GiB, storage: 0 },
    },
    [JOB]: () => refusal(403, 'Forbidden', 'Forbidden'),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkDialog
        extensions={EXTENSIONS}
        action={BULK.actions.find(({ label }) => label === 'Resize')!}
        thing={BULK.thing}
        targets={['a', 'b', 'c'].map((id) => ({ id, name: id, reason: null }))}
        onStarted={() => {}}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  const cpus = await screen.findByRole<HTMLInputElement>('textbox', { name: 'vCPUs' })
  const memory = screen.getByRole<HTMLInputElement>('textbox', { name: 'Memory (GiB)' })
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
  const sent = () => requested.filter(({ call }) => call === JOB).map(({ body }) => body)
  return { cpus, memory, type, sent, submit: () => fireEvent.submit(cpus.form!) }
}

test('requires vCPUs or memory, and sends the size to all of them', async () => {
  const { cpus, memory, type, sent, submit } = await open()
  submit()
  expect(await screen.findByText('Enter the vCPUs, the memory, or both')).toBeTruthy()
  expect(document.activeElement).toBe(cpus)
  type(memory, '12')
  expect(screen.queryByText('Enter the vCPUs, the memory, or both')).toBeNull()
  submit()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toEqual({ operation: 'instance_resize', ids: ['a', 'b', 'c'], memory: 12 * GiB })
})

test('refuses unreadable and excessive sizes instead of keeping the old ones', async () => {
  const { cpus, memory, type, sent, submit } = await open()
  type(cpus, '4')
  type(memory, '1.5')
  submit()
  await waitFor(() => expect(document.activeElement).toBe(memory))
  expect(screen.getByText('Must be a whole number')).toBeTruthy()
  type(memory, '2000')
  submit()
  expect(screen.getByText('Can be at most 1536 GiB')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('says how many of them the quota has room for', async () => {
  const { cpus, memory, type } = await open()
  type(cpus, '2')
  expect(await screen.findByText('Quota of your silo with all of them running')).toBeTruthy()
  expect(screen.queryByText(/has room for/)).toBeNull()
  type(cpus, '4')
  expect(await screen.findByText(/has room for 2 of the 3/)).toBeTruthy()
  type(memory, '20')
  expect(await screen.findByText(/has room for 1 of the 3/)).toBeTruthy()
})
