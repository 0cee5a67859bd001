import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atMostEvery } from './paced-store.ts'
import { createStore } from '../../ui/store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('notifies of the first change at once and combines the changes that follow soon after', () => {
  const store = createStore(0)
  const paced = atMostEvery(100, store)
  const seen: number[] = []
  paced.subscribe(() => seen.push(paced.get()))
  for (let value = 1; value <= 5; value++) store.set(value)
  expect(seen).toEqual([1])
  vi.advanceTimersByTime(100)
  expect(seen).toEqual([1, 5])
})

test('does not notify after unsubscribing', () => {
  const store = createStore(0)
  const listener = vi.fn()
  const leave = atMostEvery(100, store).subscribe(listener)
  store.set(1)
  store.set(2)
  leave()
  vi.advanceTimersByTime(1000)
  store.set(3)
  expect(listener).toHaveBeenCalledTimes(1)
})
