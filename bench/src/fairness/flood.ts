import { Agent, request } from 'node:http'
import type { Target } from '../send.ts'

/** A request whose body is a text already, so that the client takes little of the processor from the server. */
export type FloodRequest = { method: string; path: string; body?: string; token?: string }

/** What became of the requests of a flood. */
export type Flooded = { answered: number; refused: number }

/**
 * Sends requests back to back over many connections, whatever is answered.
 * @param ask returns the next request. After a refusal a connection waits for 20 ms, because refusals are cheap.
 * @returns a function that ends it at once and returns the numbers of answers.
 */
export function flood(target: Target, ask: () => FloodRequest, connections: number): () => Promise<Flooded> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const counts = { answered: 0, refused: 0 }
  let isOver = false
  const worker = async () => {
    while (!isOver) {
      const status = await answerTo(target, agent, ask()).catch(() => 0)
      if (isOver) return
      if (status < 400) counts.answered += status > 0 ? 1 : 0
      else counts.refused += 1
      if (status >= 400 || status === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const workers = Array.from({ length: connections }, worker)
  return async () => {
    isOver = true
    const counted = { ...counts }
    agent.destroy()
    await Promise.all(workers)
    return counted
  }
}

function answerTo(
  target: Target,
  agent: Agent,
  { method, path, body, token }: FloodRequest,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const caller = token ? { authorization: `Bearer ${token}` } : { cookie: target.cookie }
    const headers = { ...caller, 'content-type': 'application/json' }
    const outgoing = request(target.url + path, { method, agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode!))
      response.once('error', reject)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
