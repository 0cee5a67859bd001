import { EXTENSIONS } from '@granary/contract/call.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { render, screen } from '../../ui/testing.ts'
import { JobDialog } from './job-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

test('names a resource deleted before the job by its list name, elsewhere by its id', async () => {
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
      <JobDialog
        extensions={EXTENSIONS}
        id="j1"
        title="Delete 2 disks"
        names={new Map([['d1', 'data']])}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('cell', { name: 'data' })).toBeDefined()
  expect(screen.getByRole('cell', { name: 'd2' })).toBeDefined()
  expect(screen.queryByRole('cell', { name: 'd1' })).toBeNull()
})

const show = (items: object[]) => {
  const job = { id: 'j1', operation: 'instance_delete', waiting: 0, succeeded: 0 }
  const time = '2026-11-21T12:00:00Z'
  const item = { state: 'failed', error_code: 'InvalidRequest', message: 'instance is running' }
  vi.stubGlobal('fetch', async (input: Request | string | URL) => {
    const url = input instanceof Request ? input.url : String(input)
    return url.includes('/items')
      ? Response.json({ items: items.map((one, at) => ({ id: `i${at}`, ...item, ...one })), next_page: null })
      : Response.json({
          ...job,
          total: items.length,
          failed: items.length,
          time_created: time,
          time_completed: time,
        })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <JobDialog extensions={EXTENSIONS} id="j1" title="Delete instances" onClose={() => {}} />
    </QueryClientProvider>,
  )
}

test('shows deleted resources as gone, and does not retry them', async () => {
  show([{ name: 'a', again: 'gone', error_code: 'ObjectNotFound', message: 'not found' }])
  expect(await screen.findByText('It is not there any more')).toBeDefined()
  expect(screen.getByText('1 of 1 done, 1 is gone')).toBeDefined()
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
})

test('separates failures that would repeat from those that a retry may fix', async () => {
  show([
    { name: 'a', again: 'refused' },
    { name: 'b', again: 'may_help' },
    { name: 'c', again: 'gone' },
  ])
  expect(await screen.findByRole('button', { name: 'Try 1 of them again' })).toBeDefined()
  expect(screen.getByText('3 of 3 done, 2 failed, 1 is gone')).toBeDefined()
  expect(screen.getByText(/One would be refused again as things are/)).toBeDefined()
  const names = screen.getAllByRole('row').map((row) => row.textContent)
  expect(names.slice(1).map((text) => text[0])).toEqual(['a', 'b', 'c'])
})

test('links the resources that are still there', async () => {
  const resource = { kind: 'instance', name: 'renamed', project_name: 'shop' }
  show([
    { name: 'web', again: 'may_help', resource },
    { name: 'old', again: 'gone', resource: null },
  ])
  const link = await screen.findByRole('link', { name: 'web' })
  expect(link.getAttribute('href')).toBe('/projects/shop/instances/renamed/storage')
  expect(screen.queryByRole('link', { name: 'old' })).toBeNull()
})

test('says that a job failed to load, not that it begins', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error_code: 'Internal', message: 'Internal Server Error' }, { status: 500 }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <JobDialog extensions={EXTENSIONS} id="j1" title="Delete instances" onClose={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Internal Server Error')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Progress not loaded')
})
