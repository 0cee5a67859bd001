import type { WebSocket } from 'ws'

/** Milliseconds between pings. A client that hasn't answered one by the next is disconnected. */
const PING = 30_000

/**
 * Terminates a connection that doesn't answer pings any more. While the server reads nothing of a connection, because its input waits for
 * the machine, answers wait with the input.
 * @returns the timer, to be cleared when the connection has closed.
 */
export function keepAlive(client: Pick<WebSocket, 'isPaused' | 'on' | 'ping' | 'terminate'>): NodeJS.Timeout {
  let answered = true
  client.on('pong', () => {
    answered = true
  })
  return setInterval(() => {
    if (!answered && !client.isPaused) client.terminate()
    answered = client.isPaused
    client.ping()
  }, PING)
}
