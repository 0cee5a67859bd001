import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMinimum } from './use-minimum.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('keeps a quick value for the minimum, and ends a slow one at once', () => {
  const { result, rerender } = renderHook(({ active }) => useMinimum(active, 500), {
    initialProps: { active: true },
  })
  act(() => void vi.advanceTimersByTime(100))
  rerender({ active: false })
  expect(result.current).toBe(true)
  act(() => void vi.advanceTimersByTime(399))
  expect(result.current).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(false)

  rerender({ active: true })
  act(() => void vi.advanceTimersByTime(800))
  rerender({ active: false })
  expect(result.current).toBe(false)
})
