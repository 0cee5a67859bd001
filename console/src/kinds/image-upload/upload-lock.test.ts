import { ElsewhereError } from '@granary/image-upload/holding.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { withUploadLock } from './upload-lock.ts'

/** Milliseconds. A busy machine may need more than the default of one second. */
const WAIT = { timeout: 60_000 }

/** The part of the Web Locks API that the code uses. */
function locks() {
  const held = new Set<string>()
  return {
    request: async (name: string, _: object, act: (lock: object | null) => Promise<void>) => {
      if (held.has(name)) return act(null)
      held.add(name)
      await act({ name }).finally(() => held.delete(name))
    },
  }
}
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('refuses a second window while the first one works with the disk, but allows another disk', async () => {
  vi.stubGlobal('navigator', { locks: locks() })
  const first = Promise.withResolvers<void>()
  const running = withUploadLock('tmp-for-image-1', () => first.promise)
  const second = vi.fn(async () => {})
  await expect(withUploadLock('tmp-for-image-1', second)).rejects.toThrow(ElsewhereError)
  expect(second).not.toHaveBeenCalled()
  await withUploadLock('tmp-for-image-2', second)
  first.resolve()
  await running
  await withUploadLock('tmp-for-image-1', second)
  expect(second).toHaveBeenCalledTimes(2)
})

test('reuses the holder id of a window that was closed during the work, but not of one that finished', async () => {
  const holders: string[] = []
  const work = async (holder: string) => void holders.push(holder)
  vi.stubGlobal('navigator', { locks: locks() })
  void withUploadLock('tmp-for-image-1', async (holder) => {
    await work(holder)
    await new Promise(() => {})
  })
  await vi.waitFor(() => expect(holders).toHaveLength(1), WAIT)
  // The browser releases the locks of a closed window.
  vi.stubGlobal('navigator', { locks: locks() })
  await withUploadLock('tmp-for-image-1', work)
  await withUploadLock('tmp-for-image-1', work)
  expect(holders[1]).toBe(holders[0])
  expect(holders[2]).not.toBe(holders[0])
})

test('uses a holder id per call where the browser has no locks', async () => {
  vi.stubGlobal('navigator', {})
  const holders = new Set<string>()
  const work = async (holder: string) => void holders.add(holder)
  await Promise.all([withUploadLock('tmp-for-image-1', work), withUploadLock('tmp-for-image-1', work)])
  expect(holders.size).toBe(2)
})
