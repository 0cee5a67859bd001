import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { trackAnswers } from './drain.ts'

test('an answer that does not end is cut off when the patience is over, and not before', async () => {
  const server = createServer((_, outgoing) => outgoing.write('begun'))
  const { stop } = trackAnswers(server, () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const answer = await fetch(`http://127.0.0.1:${port}`)
  const began = performance.now()
  const text = answer.text().catch(() => 'cut off')
  await stop(300)
  expect(performance.now() - began).toBeGreaterThan(290)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(await text).toBe('cut off')
})

test('nobody waits for an answer that is marked as endless, and it is counted while it is open', async () => {
  const counts: number[] = []
  const server = createServer((_, outgoing) => {
    outgoing.write('begun')
    answers.endless(outgoing)
  })
  const answers = trackAnswers(server, (change) => counts.push(change))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const text = (await fetch(`http://127.0.0.1:${port}`)).text().catch(() => 'cut off')
  expect(counts).toEqual([1])
  const began = performance.now()
  await answers.stop(5_000)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(await text).toBe('cut off')
  expect(counts).toEqual([1, -1])
})
