import type { Target } from '../send.ts'

/** Returns the cursor from which an event stream repeats all that happens from now on. */
export async function currentCursor({ url, cookie }: Target): Promise<string> {
  const headers = { cookie, accept: 'text/event-stream' }
  const response = await fetch(`${url}/experimental/v1/events`, { headers })
  let text = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    const cursor = /^id: ?(.+)$/m.exec(text)?.[1]
    // Leaving the loop ends the stream.
    if (cursor) return encodeURIComponent(cursor)
  }
  throw new Error('the stream of events ended before its first message')
}
