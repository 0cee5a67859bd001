// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as part from './lazy-part.ts'
import type * as toasts from './toast/toast-store.ts'
import type * as waiting from './waits.ts'

let importPart: typeof part.importPart
let toastStore: typeof toasts.toastStore
let announceOutage: typeof waiting.announceOutage
let announceWait: typeof waiting.announceWait
let bar: typeof waiting.bar

beforeEach(async () => {
  vi.resetModules()
  ;({ announceOutage, announceWait, bar } = await import('./waits.ts'))
  ;({ importPart } = await import('./lazy-part.ts'))
  ;({ toastStore } = await import('./toast/toast-store.ts'))
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const titles = () => toastStore.get().map(({ title }) => title)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('shows code that hangs within a second, and then offers to reload', async () => {
  void importPart(() => new Promise(() => {}))()
  await pass(200)
  expect(bar.get()).toBeNull()
  await pass(800)
  expect(bar.get()).toMatchObject({ done: false })
  expect(titles()).toEqual([])
  await pass(9_000)
  expect(titles()).toEqual(['Still loading'])
  expect(toastStore.get()[0]?.link).toEqual({ text: 'Reload page', href: '' })
})

test('shows nothing for code that arrives at once', async () => {
  await importPart(async () => ({}))()
  await pass(20_000)
  expect(bar.get()).toBeNull()
  expect(titles()).toEqual([])
})

test('ends the bar and the offer when the code arrives after all', async () => {
  let arrive: (code: object) => void = () => {}
  void importPart(() => new Promise<object>((resolve) => (arrive = resolve)))()
  await pass(10_000)
  expect(titles()).toEqual(['Still loading'])
  arrive({})
  await pass(1)
  expect(titles()).toEqual([])
  expect(bar.get()).toMatchObject({ done: true })
  await pass(1_000)
  expect(bar.get()).toBeNull()
})

test('starts the bar again for a navigation during another, and not for a part of the page', async () => {
  const first = announceWait(20)
  await pass(30)
  const { key } = bar.get()!
  const endPart = announceWait()
  await pass(500)
  expect(bar.get()).toEqual({ key, done: false })
  endPart()
  first()
  const second = announceWait(20)
  await pass(30)
  expect(bar.get()).toEqual({ key: key + 1, done: false })
  // The end of the first bar doesn't end the second.
  await pass(1_000)
  expect(bar.get()).toEqual({ key: key + 1, done: false })
  second()
})

test('shows only the more urgent message', async () => {
  const end = announceWait()
  const over = announceOutage()
  await pass(10_000)
  expect(titles()).toEqual(['Server not reachable'])
  over()
  expect(titles()).toEqual(['Still loading'])
  end()
  expect(titles()).toEqual([])
})

test('ends a wait once, however often its end is called', async () => {
  const first = announceWait()
  const second = announceWait()
  first()
  first()
  await pass(1_000)
  expect(bar.get()).toMatchObject({ done: false })
  second()
})
