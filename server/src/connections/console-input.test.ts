import { expect, test } from 'vitest'
import { slicedInput } from './console-input.ts'

const frame = (bytes: number, value: number) => new Uint8Array(bytes).fill(value)

test('passes frames on whole and in their order, with a turn of the event loop between two slices', async () => {
  const written: Uint8Array[] = []
  let turns = 0
  let isRunning = true
  const count = () => {
    turns += 1
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  const input = slicedInput((bytes) => {
    written.push(bytes)
    return undefined
  })
  await Promise.all([input(frame(1_048_576, 1)), input(frame(3, 2)), input(frame(100_000, 3))])
  isRunning = false
  const expected = Buffer.concat([frame(1_048_576, 1), frame(3, 2), frame(100_000, 3)])
  expect(Buffer.concat(written).equals(expected)).toBe(true)
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(16_384)
  expect(turns).toBeGreaterThanOrEqual(60)
})

test('waits with the next slice until a slow machine takes more', async () => {
  const taken: (() => void)[] = []
  const input = slicedInput(() => new Promise((resolve) => taken.push(resolve)))
  const passed = input(frame(32_768, 1))
  await expect.poll(() => taken.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(taken.length).toBe(1)
  taken[0]!()
  await expect.poll(() => taken.length).toBe(2)
  taken[1]!()
  await passed
})
