import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from './change.ts'
import { refresherOf } from './refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change = (given: Partial<Change> = {}): Change => ({
  cursor: '1-1',
  kind: 'project',
  action: 'updated',
  id: 'p1',
  name: 'shop',
  siloId: 's1',
  projectId: null,
  parentId: null,
  ...given,
})

/** An active query; each read of it takes `latency` milliseconds. */
async function shown(queryClient: QueryClient, queryKey: unknown[], latency = 0) {
  const read = vi.fn(() => new Promise((done) => setTimeout(() => done({ items: [] }), latency)))
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: read, staleTime: Infinity })
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(latency + 1)
  read.mockClear()
  return read
}

test('refetches once after a burst of changes', async () => {
  const queryClient = new QueryClient()
  const read = await shown(queryClient, ['projectList', {}])
  const { changed } = refresherOf(queryClient)
  for (let at = 0; at < 200; at++) changed(change())
  expect(read).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test('refetches at once after the first change, and later once for the following ones', async () => {
  const queryClient = new QueryClient()
  const read = await shown(queryClient, ['projectList', {}])
  const { changed } = refresherOf(queryClient)
  changed(change())
  await vi.advanceTimersByTimeAsync(20)
  expect(read).toHaveBeenCalledTimes(1)
  for (let at = 0; at < 10; at++) {
    changed(change())
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(read).toHaveBeenCalledTimes(2)
})

test('does not refetch queries of other kinds', async () => {
  const queryClient = new QueryClient()
  const read = await shown(queryClient, ['siloList', {}])
  refresherOf(queryClient).changed(change())
  await vi.advanceTimersByTimeAsync(2_000)
  expect(read).not.toHaveBeenCalled()
})

test('lets slow answers arrive during a stream of changes, and refetches after the last one', async () => {
  const queryClient = new QueryClient()
  const read = await shown(queryClient, ['projectList', {}], 700)
  const updates = vi.fn()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') updates()
  })
  const { changed } = refresherOf(queryClient)
  for (let at = 0; at < 50; at++) {
    changed(change())
    await vi.advanceTimersByTimeAsync(100)
  }
  const lastChange = Date.now() - 100
  expect(updates.mock.calls.length).toBeGreaterThanOrEqual(5)
  const begun: number[] = []
  read.mockImplementation(() => {
    begun.push(Date.now())
    return new Promise((done) => setTimeout(() => done({ items: [] }), 700))
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun.length).toBeGreaterThan(0)
  expect(begun.at(-1)).toBeGreaterThan(lastChange)
})

test('only marks inactive queries as stale', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['projectList', {}], { items: [] })
  refresherOf(queryClient).changed(change())
  await vi.advanceTimersByTimeAsync(2_000)
  expect(queryClient.getQueryState(['projectList', {}])).toMatchObject({
    isInvalidated: true,
    fetchStatus: 'idle',
  })
})

test('delays the refetch of a deleted resource until its page can be left', async () => {
  const queryClient = new QueryClient()
  const view = await shown(queryClient, ['projectView', { path: { project: 'shop' } }])
  const list = await shown(queryClient, ['projectList', {}])
  refresherOf(queryClient).changed(change({ action: 'deleted' }))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(list).toHaveBeenCalledTimes(1)
  expect(view).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(view).toHaveBeenCalledTimes(1)
})

test('marks the answer of a page that is about to open as stale, if a change came before it', async () => {
  const queryClient = new QueryClient()
  const queryKey = ['projectList', {}]
  const read = () => new Promise((done) => setTimeout(() => done({ items: [] }), 1_000))
  const opening = queryClient.fetchQuery({ queryKey, queryFn: read, staleTime: Infinity })
  refresherOf(queryClient).changed(change())
  await vi.advanceTimersByTimeAsync(1_001)
  await opening
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
