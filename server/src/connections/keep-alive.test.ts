import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAlive } from './keep-alive.ts'

/** More than the time between two pings; milliseconds. */
const PINGED = 31_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function connect(onPing: (client: EventEmitter) => void) {
  const client = Object.assign(new EventEmitter(), {
    isPaused: false,
    ping: () => onPing(client),
    terminate: vi.fn(),
  })
  keepAlive(client as unknown as Parameters<typeof keepAlive>[0])
  return client
}

test('terminates a client that does not answer, and no other', () => {
  const silent = connect(() => {})
  const alive = connect((client) => client.emit('pong'))
  vi.advanceTimersByTime(10 * PINGED)
  expect(silent.terminate).toHaveBeenCalled()
  expect(alive.terminate).not.toHaveBeenCalled()
})

test('a client whose input waits for the machine has until the second ping after that', () => {
  const waiting = connect((client) => {
    if (!waiting.isPaused) client.emit('pong')
  })
  waiting.isPaused = true
  vi.advanceTimersByTime(10 * PINGED)
  waiting.isPaused = false
  vi.advanceTimersByTime(10 * PINGED)
  expect(waiting.terminate).not.toHaveBeenCalled()
  const gone = connect(() => {})
  gone.isPaused = true
  vi.advanceTimersByTime(10 * PINGED)
  expect(gone.terminate).not.toHaveBeenCalled()
  gone.isPaused = false
  vi.advanceTimersByTime(2 * PINGED)
  expect(gone.terminate).toHaveBeenCalled()
})
