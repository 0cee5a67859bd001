import { expect, test } from 'vitest'
import { hostTurn } from './host-turn.ts'
import { running } from './simulated/testing.ts'

test('a reading of all machines ends within a few steps of a clock driven by hand', async () => {
  const { clock, driver } = await running()
  const progress = { done: false }
  void driver.allCounters().then(() => (progress.done = true))
  for (let step = 0; step < 20; step++) await clock.advance(0)
  expect(progress.done).toBe(true)
})

test('what the host has to do is done between turns', async () => {
  const timer = { fired: false }
  setTimeout(() => (timer.fired = true), 0)
  const end = performance.now() + 10_000
  while (!timer.fired && performance.now() < end) await hostTurn()
  expect(timer.fired).toBe(true)
})
