import { QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { answerWith } from '../../../api/testing.ts'
import { fireEvent, render, screen, within } from '../../../ui/testing.ts'
import { Summary } from './summary.tsx'
import type { BootSources } from './boot-source.tsx'
import { initialValues, type InstanceValues } from './values.ts'

afterEach(() => vi.unstubAllGlobals())

const GiB = 2 ** 30
const sources = { chosen: () => ({ kind: 'image', name: 'debian-13', size: GiB }) } as unknown as BootSources

function Form() {
  const form = useForm<InstanceValues>({ defaultValues: { ...initialValues, name: 'web', bootSize: 20 } })
  return (
    <>
      <button type="button" onClick={() => form.setValue('preset', '16/64')}>
        Larger
      </button>
      <Summary form={form} sources={sources} />
    </>
  )
}

test('follows the form, and shows the quota with the new instance in it', async () => {
  answerWith({
    'GET /v1/utilization': {
      capacity: { cpus: 16, memory: 64 * GiB, storage: 100 * GiB },
      provisioned: { cpus: 2, memory: 8 * GiB, storage: 40 * GiB },
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  expect(summary.getByText('web')).toBeTruthy()
  expect(summary.getByText('debian-13, 20 GiB')).toBeTruthy()
  expect((await summary.findByText('of 16')).parentElement?.textContent).toBe('4 of 16')
  fireEvent.click(screen.getByRole('button', { name: 'Larger' }))
  expect(summary.getByText('of 16').parentElement?.textContent).toBe('18 of 16')
  expect(summary.getByText('16 vCPUs, 64 GiB')).toBeTruthy()
})
