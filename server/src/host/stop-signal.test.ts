import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_STOP_MS, stopHandler } from './stop-signal.ts'

let time: number
let exits: number[]
let stops: PromiseWithResolvers<void>[]
let handle: () => void
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  time = 0
  exits = []
  stops = []
  const stop = () => {
    const one = Promise.withResolvers<void>()
    stops.push(one)
    return one.promise
  }
  handle = stopHandler(stop, { now: () => time, exit: (code) => void exits.push(code) })
})

test('stops the server on the first signal, then ends the process', async () => {
  handle()
  expect([stops.length, exits]).toEqual([1, []])
  stops[0]!.resolve()
  await expect.poll(() => exits).toEqual([0])
})

test('ignores an echo of the signal', () => {
  handle()
  for (const later of [0, 1, 499, 500]) {
    time = later
    handle()
  }
  expect([stops.length, exits]).toEqual([1, []])
})

test('ends the process at once on a second signal', () => {
  handle()
  time = 501
  handle()
  expect([stops.length, exits]).toEqual([1, [1]])
})

test('ends the process with exit code 1 when the stop fails', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  handle()
  stops[0]!.reject(new Error('the disk is full'))
  await expect.poll(() => exits).toEqual([1])
  expect(errors).toHaveBeenCalledWith(new Error('the disk is full'))
  errors.mockRestore()
})

test('ends the process with exit code 1 when the stop takes too long, as without a database', () => {
  vi.useFakeTimers()
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  handle()
  vi.advanceTimersByTime(MAX_STOP_MS - 1)
  expect(exits).toEqual([])
  vi.advanceTimersByTime(1)
  expect(exits).toEqual([1])
  expect(errors).toHaveBeenCalledWith('the server did not stop within 60 seconds and was ended')
  errors.mockRestore()
})
