import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

/** Counts the lines of a server's log by their message. @returns a function that describes the counts. */
export function countLines(log: Readable): () => string {
  const counts = new Map<string, number>()
  createInterface({ input: log }).on('line', (line) => {
    const message = messageOf(line)
    counts.set(message, (counts.get(message) ?? 0) + 1)
  })
  return () => [...counts].map(([message, count]) => `${count} × ${message}`).join(', ')
}

/** Lines that are no JSON are stacks that the server didn't log itself. */
function messageOf(line: string): string {
  try {
    return (JSON.parse(line) as { msg: string }).msg
  } catch {
    return line.trim()
  }
}
