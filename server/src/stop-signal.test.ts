import { beforeEach, expect, test, vi } from 'vitest'
import { stopHandler } from './stop-signal.ts'

let time: number
let exits: number[]
let stops: PromiseWithResolvers<void>[]
let handle: () => void
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

test('the first signal stops the server, and the process ends when that is done', async () => {
  handle()
  expect([stops.length, exits]).toEqual([1, []])
  stops[0]!.resolve()
  await vi.waitFor(() => expect(exits).toEqual([0]))
})

test('an echo of the signal neither ends the process nor stops the server again', () => {
  handle()
  for (const later of [0, 1, 499, 500]) {
    time = later
    handle()
  }
  expect([stops.length, exits]).toEqual([1, []])
})

test('a second signal does not wait for the stop', () => {
  handle()
  time = 501
  handle()
  expect([stops.length, exits]).toEqual([1, [1]])
})

test('a stop that fails ends the process with exit code 1', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  handle()
  stops[0]!.reject(new Error('the disk is full'))
  await vi.waitFor(() => expect(exits).toEqual([1]))
  expect(errors).toHaveBeenCalledWith(new Error('the disk is full'))
  errors.mockRestore()
})
