import { Agent } from 'node:http'
import { type Ask, send, type Target } from './send.ts'

/**
 * Sends requests back to back on several connections.
 * @returns the duration of each request in milliseconds.
 */
export async function load(
  target: Target,
  ask: () => Ask,
  connections: number,
  seconds: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      await send(target, agent, ask())
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return times
}
