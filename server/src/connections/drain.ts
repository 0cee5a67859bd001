import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { streamOf } from './http2.ts'

/** Tracks open answers, so that the server can stop without cutting any off. */
export type Drain = {
  /** Marks an answer that never ends by itself, such as an event stream. A stop doesn't wait for it. */
  endless: (outgoing: ServerResponse) => void
  /** Does the work of a request, for which a stop waits even if its client has gone: it needs the database until it ends. */
  during: <Result>(work: () => Promise<Result>) => Promise<Result>
  /**
   * Takes no new connections, waits for the open answers and all work, and cuts off what takes longer.
   * @param timeoutMs time to wait for running requests.
   * @param closeOthers closes connections that are no requests any more, such as websockets.
   */
  stop: (timeoutMs: number, closeOthers?: () => Promise<void>) => Promise<void>
}

export function trackAnswers(server: Server, onEndless: (change: 1 | -1) => void): Drain {
  /** Open answers, and the work of requests. */
  const underWay = new Set<object>()
  const open = new Set<ServerResponse>()
  const endless = new Set<ServerResponse>()
  const connections = new Set<Socket>()
  let stopping = false
  let onEmpty: (() => void) | undefined

  const lastAnswer = (outgoing: ServerResponse) => {
    // Connections of HTTP/2 say it by themselves.
    if (!outgoing.headersSent && !streamOf(outgoing.req)) outgoing.setHeader('connection', 'close')
  }
  const forget = (some: object) => {
    underWay.delete(some)
    if (underWay.size === 0) onEmpty?.()
  }
  server.on('request', (_, outgoing) => {
    underWay.add(outgoing)
    open.add(outgoing)
    if (stopping) lastAnswer(outgoing)
    outgoing.once('close', () => {
      open.delete(outgoing)
      forget(outgoing)
    })
  })

  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  return {
    endless(outgoing) {
      endless.add(outgoing)
      onEndless(1)
      outgoing.once('close', () => {
        endless.delete(outgoing)
        onEndless(-1)
      })
      forget(outgoing)
      if (stopping) outgoing.destroy()
    },
    async during(work) {
      const marker = {}
      underWay.add(marker)
      try {
        return await work()
      } finally {
        forget(marker)
      }
    },
    async stop(timeoutMs, closeOthers = async () => {}) {
      stopping = true
      const closed = new Promise((resolve) => server.close(resolve))
      const others = closeOthers()
      for (const outgoing of endless) outgoing.destroy()
      for (const outgoing of open) lastAnswer(outgoing)
      if (underWay.size > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          onEmpty = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      server.closeAllConnections()
      await others
      // The server does not know those whose TLS handshake has not ended.
      for (const socket of connections) socket.destroy()
      await closed
    },
  }
}
