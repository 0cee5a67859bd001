import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Target } from '../send.ts'
import type { Flooded, FloodOrder, FloodRequest } from './flooding.ts'

/**
 * Sends requests back to back over many connections, whatever the answers, from a thread of its own: its work must not delay the
 * measured requests.
 * @param requests are sent one after the other, and again from the first; see `FloodRequest`.
 * @returns a function that ends it at once and returns the numbers of answers.
 */
export function flood(
  { url, cookie }: Target,
  requests: readonly FloodRequest[],
  connections: number,
): () => Promise<Flooded> {
  const order: FloodOrder = { target: { url, cookie }, requests, connections }
  const worker = new Worker(new URL('flooding.ts', import.meta.url), { workerData: order })
  worker.on('error', (error) => {
    throw error
  })
  return async () => {
    const counted = once(worker, 'message')
    worker.postMessage('end')
    const [counts] = (await counted) as [Flooded]
    await worker.terminate()
    return counts
  }
}
