import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchServer, startServer } from '../running-server.ts'

export const SOCKET_VARIABLE = 'GRANARY_BENCH_WATCH'

/** The longest turn of an event loop: milliseconds that passed, and those that its thread computed. */
export type Longest = { wall: number; cpu: number }

export type WatchedServer = BenchServer & {
  /** Returns the longest turn since it was last called. */
  longest: () => Promise<Longest>
}

/** Starts a server whose event loop is watched. */
export async function startWatched(port: number, data?: string): Promise<WatchedServer> {
  const socket = join(tmpdir(), `granary-turns-${process.pid}-${port}`)
  const server = await startServer(port, data, {
    [SOCKET_VARIABLE]: socket,
    GRANARY_LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('watch.ts', import.meta.url))}`,
  })
  return {
    ...server,
    async longest() {
      const client = connect(socket).setEncoding('utf8')
      let text = ''
      client.on('data', (part: string) => (text += part))
      await once(client, 'close')
      return JSON.parse(text) as Longest
    },
  }
}
