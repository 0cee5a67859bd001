import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { manualClock, systemClock } from './clock.ts'

describe('manualClock', () => {
  it('calls timers in order and on time, including timers set by other timers', async () => {
    const clock = manualClock(new Date(0))
    const calls: [string, number][] = []
    const note = (name: string) => () => calls.push([name, clock.now().getTime()])
    clock.setTimer(30, note('late'))
    clock.setTimer(10, async () => {
      note('early')()
      await Promise.resolve()
      clock.setTimer(5, note('nested'))
    })
    await clock.advance(29)
    expect(calls).toEqual([
      ['early', 10],
      ['nested', 15],
    ])
    expect(clock.now().getTime()).toBe(29)
    await clock.advance(1)
    expect(calls.at(-1)).toEqual(['late', 30])
  })

  it('does not call cancelled timers', async () => {
    const clock = manualClock()
    const fn = vi.fn<() => void>()
    clock.setTimer(1, fn)()
    await clock.advance(10)
    expect(fn).not.toHaveBeenCalled()
  })
})

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('waits longer than the limit of setTimeout', () => {
    const fn = vi.fn<() => void>()
    const forty = 40 * 24 * 3600 * 1000
    systemClock.setTimer(forty, fn)
    vi.advanceTimersByTime(forty - 1)
    expect(fn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(fn).toHaveBeenCalledOnce()
  })

  it('cancels in the second half of a long wait', () => {
    const fn = vi.fn<() => void>()
    const cancel = systemClock.setTimer(2 ** 32, fn)
    vi.advanceTimersByTime(2 ** 31)
    cancel()
    vi.advanceTimersByTime(2 ** 32)
    expect(fn).not.toHaveBeenCalled()
  })
})
