// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announceOutage, importWithRetry } from './import-with-retry.ts'
import { toastStore } from './toast/toast-store.ts'

const reload = vi.fn()
let served = false

beforeEach(() => {
  vi.useFakeTimers()
  served = false
  vi.stubGlobal('fetch', async () => {
    if (!served) throw new TypeError('Failed to fetch')
    return new Response()
  })
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('location', { reload })
  reload.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const titles = () => toastStore.get().map(({ title }) => title)
const tick = () => vi.advanceTimersByTimeAsync(2_000)

test('waits for code that cannot be fetched, and shows a toast only when the user needs it now', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ page: 1 })
  const loaded = importWithRetry(load)()
  await tick()
  expect(titles()).toEqual([])
  const end = announceOutage()
  expect(titles()).toEqual(['Server not reachable'])
  await tick()
  expect(load).toHaveBeenCalledOnce()
  served = true
  await tick()
  await expect(loaded).resolves.toEqual({ page: 1 })
  expect(titles()).toEqual([])
  end()
})

test('removes the message when the user navigates away', async () => {
  const end = announceOutage()
  const loaded = importWithRetry(vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({}))()
  await tick()
  expect(titles()).toEqual(['Server not reachable'])
  end()
  expect(titles()).toEqual([])
  served = true
  await tick()
  await loaded
})

test('reloads the page once for code that is still missing when the server answers', async () => {
  served = true
  const load = vi.fn().mockRejectedValue(new Error('no such chunk'))
  void importWithRetry(load)()
  await tick()
  expect(reload).toHaveBeenCalledOnce()
  await expect(importWithRetry(load)()).rejects.toThrow('no such chunk')
  expect(reload).toHaveBeenCalledOnce()
})
