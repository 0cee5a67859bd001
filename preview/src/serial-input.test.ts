import { expect, test } from 'vitest'
import { MAX_WAITING_BYTES, orderedInput } from './serial-input.ts'

const frame = (text: string) => new TextEncoder().encode(text)
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A machine that takes one frame, and the next one after `take`. */
function slowMachine() {
  const got: string[] = []
  const waits: (() => void)[] = []
  const write = (bytes: Uint8Array) => {
    got.push(new TextDecoder().decode(bytes))
    return new Promise<void>((resolve) => waits.push(resolve))
  }
  return { got, write, take: () => waits.shift()!() }
}

test('the next frame waits until the machine takes more', async () => {
  const { got, write, take } = slowMachine()
  const input = orderedInput(Promise.resolve({ write }), () => {})
  for (const text of ['a', 'b', 'c']) input(new Blob([text]))
  await settled()
  expect(got).toEqual(['a'])
  take()
  await settled()
  expect(got).toEqual(['a', 'b'])
})

test('ends with too much waiting input, and passes on none of it', async () => {
  const { got, write, take } = slowMachine()
  let ended = 0
  const input = orderedInput(Promise.resolve({ write }), () => (ended += 1))
  input(frame('first'))
  await settled()
  input(new Uint8Array(MAX_WAITING_BYTES - 5))
  expect(ended).toBe(0)
  for (const text of ['x', 'y']) input(frame(text))
  expect(ended).toBe(1)
  take()
  await settled()
  expect(got).toEqual(['first'])
})

test('frees what the machine has taken', async () => {
  let ended = 0
  const input = orderedInput(Promise.resolve({ write: () => undefined }), () => (ended += 1))
  for (let at = 0; at < 3; at++) {
    input(new Uint8Array(MAX_WAITING_BYTES).buffer)
    await settled()
  }
  expect(ended).toBe(0)
})

test('ignores text, and input for a port that was refused', async () => {
  const refused = Promise.reject(new Error('the instance has stopped'))
  const input = orderedInput(refused, () => {})
  input('text')
  input(frame('a'))
  await settled()
})
