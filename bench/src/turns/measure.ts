import { type Agent, request } from 'node:http'
import type { Longest, WatchedServer } from './watched.ts'

export type WatchedRequest = {
  name: string
  method: string
  path: string
  type?: string
  body?: string | Buffer | null
  headers?: Record<string, string>
  /** Whether the answer never ends; it is left after its first bytes. */
  streams?: boolean
}

export type Measured = { name: string; caller: string; status: number; turn: Longest }

/** Sends a request and returns the longest turn of the server's event loop until a little after its answer. */
export async function measure(
  server: WatchedServer,
  agent: Agent,
  caller: string,
  credentials: Record<string, string>,
  asked: WatchedRequest,
): Promise<Measured> {
  const status = await statusOf(server.url, agent, credentials, asked)
  return { name: asked.name, caller, status, turn: await server.longest() }
}

function statusOf(
  url: string,
  agent: Agent,
  credentials: Record<string, string>,
  { method, path, type, body, headers, streams }: WatchedRequest,
): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(
      url + path,
      {
        method,
        agent,
        timeout: 20_000,
        headers: {
          ...credentials,
          ...(body == null ? {} : { 'content-type': type ?? 'application/json' }),
          prefer: 'respond-async',
          ...headers,
        },
      },
      (response) => {
        if (streams) response.destroy()
        response.resume()
        response.once('close', () => resolve(response.statusCode!))
      },
    )
    // A server that has read enough may answer and close.
    outgoing.once('error', () => resolve(0))
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.end(body ?? undefined)
  })
}
