import { expect, it } from 'vitest'
import { OutputQueue } from './output-queue.ts'

it('returns data pushed before and during reading, then ends', async () => {
  const queue = new OutputQueue()
  queue.push(Uint8Array.of(1, 2))
  queue.push(new Uint8Array())
  expect(queue.size).toBe(2)
  const read: number[][] = []
  const reading = (async () => {
    for await (const chunk of queue) read.push([...chunk])
  })()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(queue.size).toBe(0)
  queue.push(Uint8Array.of(3))
  queue.end()
  queue.push(Uint8Array.of(4))
  await reading
  expect(read).toEqual([[1, 2], [3]])
})
