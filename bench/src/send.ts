import { type Agent, request } from 'node:http'
import type { BenchServer } from './running-server.ts'

/** A server of the bench, and the cookie to ask it with. */
export type Target = Pick<BenchServer, 'url' | 'cookie'>

/** A request to a server of the bench. */
export type Ask = { method: string; path: string; body?: unknown }

/** Sends a request over the connections of an agent and drops its answer. @throws Error for an answer of 300 or more. */
export function send(server: Target, agent: Agent, { method, path, body }: Ask): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: server.cookie, 'content-type': 'application/json', prefer: 'respond-async' }
    const outgoing = request(server.url + path, { method, agent, headers }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode! < 300) resolve()
        else reject(new Error(`${method} ${path} answered ${response.statusCode}`))
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
