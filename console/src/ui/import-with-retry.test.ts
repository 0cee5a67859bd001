// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as module from './import-with-retry.ts'
import type * as part from './lazy-part.ts'
import type * as waiting from './waits.ts'
import type * as toasts from './toast/toast-store.ts'

const reload = vi.fn()
/** Reports a failure, as Vite does before the import fails. */
let report: () => void
let hasDraft = false
let served = false

let toastStore: typeof toasts.toastStore
let announceWait: typeof waiting.announceWait
let bar: typeof waiting.bar
let recoverImports: typeof module.recoverImports
let importWithRetry: typeof module.importWithRetry
let importPart: typeof part.importPart

beforeEach(async () => {
  // The page that has reloaded is another one.
  vi.resetModules()
  ;({ recoverImports, importWithRetry } = await import('./import-with-retry.ts'))
  ;({ announceWait, bar } = await import('./waits.ts'))
  ;({ importPart } = await import('./lazy-part.ts'))
  ;({ toastStore } = await import('./toast/toast-store.ts'))
  vi.useFakeTimers()
  served = false
  hasDraft = false
  vi.stubGlobal('fetch', async () => {
    if (!served) throw new TypeError('Failed to fetch')
    return new Response()
  })
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('dispatchEvent', () => !hasDraft)
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (report = listener))
  reload.mockReset()
  recoverImports()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const titles = () => toastStore.get().map(({ title }) => title)
/** An import that fails some times, or always. */
function failing(times = Infinity): () => Promise<{ page: number }> {
  let failures = 0
  return vi.fn(async () => {
    if (failures++ >= times) return { page: 1 }
    report()
    throw new Error('no such chunk')
  })
}
const tick = () => vi.advanceTimersByTimeAsync(2_000)

test('waits for code that cannot be fetched, and shows a toast only when the user needs it now', async () => {
  const load = failing(1)
  const loaded = importWithRetry(load)()
  await tick()
  expect(titles()).toEqual([])
  const end = announceWait()
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
  const end = announceWait()
  const loaded = importWithRetry(failing(1))()
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
  const end = announceWait()
  void importWithRetry(failing())()
  await tick()
  expect(reload).toHaveBeenCalledOnce()
  void importWithRetry(failing())()
  await tick()
  expect(reload).toHaveBeenCalledOnce()
  end()
})

test('explains a reload to the user, but not another one', () => {
  vi.stubGlobal('performance', { timeOrigin: Date.now() })
  recoverImports()
  expect(titles()).toEqual([])
  sessionStorage.setItem('granary:reloaded', String(Date.now() - 20))
  recoverImports()
  expect(titles()).toEqual(['Page was reloaded'])
  vi.stubGlobal('performance', { timeOrigin: Date.now() + 5_000 })
  recoverImports()
  expect(titles()).toHaveLength(1)
})

test('does not reload a page for missing code before the user needs code', async () => {
  served = true
  void importWithRetry(failing())()
  await tick()
  expect(reload).not.toHaveBeenCalled()
  const end = announceWait()
  await tick()
  expect(reload).toHaveBeenCalledOnce()
  end()
})

test('offers to reload a page with a draft that would be lost', async () => {
  served = true
  hasDraft = true
  const part = importPart(failing())
  void part()
  void part()
  await tick()
  expect(titles()).toEqual(['Page is out of date'])
  expect(reload).not.toHaveBeenCalled()
  expect(bar.get()).toBeNull()
  // A user who dismissed the message and goes on sees it again.
  toastStore.set([])
  void part()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(titles()).toEqual(['Page is out of date'])
  expect(bar.get()).toBeNull()
})

test('fails for code that a reload has not brought, and offers another reload for a part', async () => {
  served = true
  sessionStorage.setItem('granary:reloaded', String(Date.now()))
  const end = announceWait()
  await expect(importWithRetry(failing())()).rejects.toThrow('no such chunk')
  end()
  void importPart(failing())()
  await tick()
  expect(titles()).toEqual(['Page is out of date'])
  expect(reload).not.toHaveBeenCalled()
})
