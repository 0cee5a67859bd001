import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** A request as the receiver got it. */
export type Received = { method: string; url: string; headers: [string, string][]; body: Buffer }

type Line = {
  port?: number
  connected?: true
  closed?: string
  sent?: number
  method?: string
  url?: string
  rawHeaders?: string[]
  body?: string
}

export type Receiver = {
  /** Its address: `http://127.0.0.1:40123`. */
  url: string
  received: Received[]
  connections: number
  /** Paths of the requests whose answer was sent or cut off. */
  closed: string[]
  /** Most bytes that were written for one answer. */
  most: number
  /** Ends the process before the test does. */
  kill: () => void
}

/** Starts a receiver of alerts in a process of its own, until the test ends. @param port a free one unless it is given. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'webhook-receiver.ts'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const receiver: Receiver = {
    url: '',
    received: [],
    connections: 0,
    closed: [],
    most: 0,
    kill: () => void child.kill('SIGKILL'),
  }
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve) =>
    lines.on('line', (text) => {
      const {
        port,
        connected,
        closed,
        sent = 0,
        method,
        url,
        rawHeaders = [],
        body,
      } = JSON.parse(text) as Line
      if (port !== undefined) {
        receiver.url = `http://127.0.0.1:${port}`
        resolve()
      } else if (connected) receiver.connections++
      else if (closed !== undefined) {
        receiver.closed.push(closed)
        receiver.most = Math.max(receiver.most, sent)
      } else
        receiver.received.push({
          method: method!,
          url: url!,
          headers: rawHeaders.flatMap((name, at): [string, string][] =>
            at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1]!]] : [],
          ),
          body: Buffer.from(body!, 'base64'),
        })
    }),
  )
  return receiver
}

/** Returns the HMAC-SHA256 of bytes in hex, by `openssl dgst`. */
export const hmacByOpenssl = (secret: string, bytes: Buffer): string =>
  execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: bytes })
    .toString()
    .split(' ')[0]!
