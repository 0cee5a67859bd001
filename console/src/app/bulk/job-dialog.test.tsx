import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { render, screen } from '../../ui/testing.ts'
import { JobDialog } from './job-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

test('what was deleted before the job began is called as it was in the list, elsewhere by its id', async () => {
  const job = { id: 'j1', operation: 'disk_delete', total: 2, waiting: 0, succeeded: 0, failed: 2 }
  const time = '2026-11-21T12:00:00Z'
  const item = { name: null, state: 'failed', error_code: 'ObjectNotFound', message: 'not found' }
  vi.stubGlobal('fetch', async (input: Request | string | URL) => {
    const url = input instanceof Request ? input.url : String(input)
    return url.includes('/items')
      ? Response.json({ items: ['d1', 'd2'].map((id) => ({ ...item, id })), next_page: null })
      : Response.json({ ...job, time_created: time, time_completed: time })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <JobDialog id="j1" title="Delete 2 disks" names={new Map([['d1', 'data']])} onClose={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('cell', { name: 'data' })).toBeDefined()
  expect(screen.getByRole('cell', { name: 'd2' })).toBeDefined()
  expect(screen.queryByRole('cell', { name: 'd1' })).toBeNull()
})
