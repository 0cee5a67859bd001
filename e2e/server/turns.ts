import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { TURN_PORT } from '../places.ts'

/**
 * Waits until no other test has the turn, and takes it: for changes of something that all tests share, such as the roles of
 * the main silo. A change reads the roles and replaces them, so two tests at the same time would undo each other's.
 * @returns a function that passes the turn on. It also passes on when the process ends.
 */
export async function takeTurn(): Promise<() => void> {
  for (;;) {
    const held = await hold()
    if (held) return held
    await passedOn()
  }
}

/** Returns null while another process has the port. */
async function hold(): Promise<(() => void) | null> {
  const waiting = new Set<Socket>()
  const server = createServer((socket) => {
    waiting.add(socket)
    socket.on('error', () => {})
  })
  server.listen(TURN_PORT, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  return () => {
    server.close()
    for (const socket of waiting) socket.destroy()
  }
}

/** Waits until the test that has the turn closes the connection. */
async function passedOn(): Promise<void> {
  const socket = connect(TURN_PORT, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'close').catch(() => {})
}
