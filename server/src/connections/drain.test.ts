import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { trackAnswers } from './drain.ts'

test('cuts an answer off after the timeout, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer((_, outgoing) => outgoing.write('begun'))
  const { stop } = trackAnswers(server, () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const answer = await fetch(`http://127.0.0.1:${port}`)
  const cut = vi.fn()
  const text = answer.text().catch(() => 'cut off')
  void text.then(cut)
  const stopped = stop(60_000)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(cut).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await stopped
  expect(await text).toBe('cut off')
})

test('does not wait for an endless answer, but counts it while it is open', async () => {
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
  // Waiting for it would take an hour.
  await answers.stop(3_600_000)
  expect(await text).toBe('cut off')
  expect(counts).toEqual([1, -1])
})

test('waits for the work of a request whose client has gone', async () => {
  const server = createServer()
  const answers = trackAnswers(server, () => {})
  const begun = Promise.withResolvers<void>()
  const work = Promise.withResolvers<void>()
  server.on('request', () => {
    void answers.during(() => work.promise)
    begun.resolve()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const client = new AbortController()
  const asked = fetch(`http://127.0.0.1:${port}`, { signal: client.signal }).catch(() => 'gone')
  await begun.promise
  client.abort()
  expect(await asked).toBe('gone')
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(0)
  const stopped = vi.fn()
  const stop = answers.stop(3_600_000).then(stopped)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(stopped).not.toHaveBeenCalled()
  work.resolve()
  await stop
})
