import { onTestFinished } from 'vitest'
import { sessionAt } from './server.ts'

export type Change = { kind: string; action: string; id: string; name: string }

/** Follows the changes that a server pushes. `seen` grows as they arrive. */
export async function followEvents(url: string, cookie: string): Promise<{ seen: Change[] }> {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const headers = { cookie: sessionAt(url, cookie) }
  const answer = await fetch(`${url}/experimental/v1/events`, { headers, signal: stop.signal })
  if (!answer.ok) throw new Error(`events: ${answer.status}`)
  const seen: Change[] = []
  const read = async () => {
    let text = ''
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split('\n\n')
      text = events.pop()!
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        const change = JSON.parse(data ?? '{}') as Partial<Change>
        if (change.kind) seen.push(change as Change)
      }
    }
  }
  read().catch(() => {})
  return { seen }
}
