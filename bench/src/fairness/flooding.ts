import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Target } from '../send.ts'

/** A request, whose body is a text already to save work. `<n>` in its texts is another number each time. */
export type FloodRequest = {
  method: string
  path: string
  body?: string
  token?: string
  /** Milliseconds after which the client ends an answer that has no end of its own. */
  ends?: number
}

/** What a thread shall send, to whom. */
export type FloodOrder = { target: Target; requests: readonly FloodRequest[]; connections: number }

/** What became of the requests of a flood. */
export type Flooded = { answered: number; refused: number }

/** Between a refusal and the next request of a connection, because refusals are cheap; milliseconds. */
const AFTER_REFUSAL = 20

const { target, requests, connections } = workerData as FloodOrder
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const counts: Flooded = { answered: 0, refused: 0 }
let sent = 0

async function flood(): Promise<never> {
  for (;;) {
    const status = await answerTo(requests[sent % requests.length]!, sent++)
    if (status < 400) counts.answered += 1
    else {
      counts.refused += 1
      await new Promise((resolve) => setTimeout(resolve, AFTER_REFUSAL))
    }
  }
}

/** @returns the status; 503 for a connection that breaks. */
function answerTo({ method, path, body, token, ends }: FloodRequest, number: number): Promise<number> {
  const numbered = (text: string) => text.replace('<n>', String(number))
  return new Promise((resolve) => {
    const caller = token ? { authorization: `Bearer ${numbered(token)}` } : { cookie: target.cookie }
    const headers = { ...caller, 'content-type': 'application/json' }
    const outgoing = request(target.url + numbered(path), { method, agent, headers }, (response) => {
      response.resume()
      if (ends) setTimeout(() => response.destroy(), ends)
      response.once('close', () => resolve(response.statusCode!))
    })
    outgoing.once('error', () => resolve(503))
    outgoing.end(body && numbered(body))
  })
}

for (let connection = 0; connection < connections; connection++) void flood()
parentPort!.once('message', () => parentPort!.postMessage(counts))
