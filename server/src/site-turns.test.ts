import { once } from 'node:events'
import { FairQueue } from '@granary/control-plane/database/fair-queue.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectRaw } from '../test/raw.ts'
import { runServer } from '../test/server.ts'

test.each(['/favicon.svg', '/login/main/local', '/healthz', '/gone.js'])(
  'requests for what the host serves itself take the turns of their network: %s',
  async (path) => {
    // Makes the turns so long that requests arrive in one.
    const turns = vi
      .spyOn(globalThis, 'setImmediate')
      .mockImplementation(((run: () => void) => setTimeout(run, 50)) as unknown as typeof setImmediate)
    onTestFinished(() => turns.mockRestore())
    const { url } = await runServer()
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
    const waits = vi.spyOn(FairQueue.prototype, 'push')
    onTestFinished(() => {
      clock.mockRestore()
      waits.mockRestore()
    })
    const connections = Array.from({ length: 5 }, () => connectRaw(url))
    await Promise.all(connections.map(({ socket }) => once(socket, 'connect')))
    for (const connection of connections)
      connection.write(`GET ${path} HTTP/1.1\r\nhost: h\r\naccept: text/html\r\nconnection: close\r\n\r\n`)
    await Promise.all(connections.map(({ all }) => all))
    const lanes = waits.mock.calls.map(([lane]) => lane)
    expect(lanes).toContainEqual({ silo: '', user: clientNetwork('127.0.0.1') })
  },
)
