import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { answerWith, refusal } from '../../../api/testing.ts'
import { fireEvent, screen, waitFor } from '../../../ui/testing.ts'
import { renderInConsole } from '../../testing.tsx'
import { QuotaLeft } from './quota-left.tsx'

afterEach(() => vi.unstubAllGlobals())

const amounts = { cpus: 8, memory: 0, storage: 0 }

test('says that the quota failed to load, and reads it again', async () => {
  let isBroken = true
  answerWith({
    'GET /v1/utilization': () =>
      isBroken
        ? refusal(500, 'Internal', 'Internal Server Error')
        : { capacity: amounts, provisioned: { ...amounts, cpus: 2 } },
  })
  renderInConsole(<QuotaLeft requested={{ cpus: 1 }} />, createQueryClient())
  expect(await screen.findByText('The quota of your silo could not be loaded')).toBeTruthy()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('vCPUs left in your silo: 6 of 8')).toBeTruthy()
})

test('shows nothing to users who may not see the quota', async () => {
  const requested = answerWith({ 'GET /v1/utilization': () => refusal(403, 'Forbidden', 'Forbidden') })
  renderInConsole(<QuotaLeft requested={{ cpus: 1 }} />, createQueryClient())
  await waitFor(() => expect(requested).toHaveLength(1))
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull())
  expect(document.body.textContent).toBe('')
})

test('names every resource that falls short', async () => {
  answerWith({
    'GET /v1/utilization': {
      capacity: { ...amounts, memory: 2 ** 30 },
      provisioned: { ...amounts, memory: 2 ** 30 },
    },
  })
  renderInConsole(
    <QuotaLeft requested={{ cpus: 1, memory: 2 ** 31 }} consequence="It stays." />,
    createQueryClient(),
  )
  const box = await screen.findByText(/It stays\.$/)
  expect(box.textContent).toMatch(/vCPU.*memory/i)
})
