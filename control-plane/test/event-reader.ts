import type { World } from './world.ts'

export type Event = { event: string; id: string; data: Record<string, string | null> }

/** A reader of the event stream, as a browser reads it. */
export async function readEvents(
  { controlPlane, services }: World,
  cookie: string,
  query = '',
  headers: Record<string, string> = {},
) {
  const request = new Request(`http://test/experimental/v1/events${query}`, {
    headers: { cookie, ...headers },
  })
  const response = await controlPlane.fetch(request)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const all: Event[] = []
  let ended = false
  const done = (async () => {
    let text = ''
    for (;;) {
      const { value, done: end } = await reader.read()
      if (end) break
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      all.push(...blocks.map(parse))
    }
    ended = true
  })()
  return {
    headers: response.headers,
    /** All messages received, in order. */
    all,
    /** The changes received, as `kind action name`. */
    changes: () =>
      all
        .filter((one) => one.event === 'message')
        .map(({ data }) => `${data.kind} ${data.action} ${data.name}`),
    ended: () => ended,
    /**
     * Waits until a condition holds. On PostgreSQL an event waits for every older transaction of the whole database server,
     * also those of tests beside this one, and the stream looks again at its next beat. The clock of a test may stand
     * still, so the stream is woken here.
     * @throws after more than 100 seconds.
     */
    async until(what: (all: Event[]) => boolean, meanwhile: () => Promise<void> = async () => {}) {
      for (let tries = 0; tries < 10_000; tries++) {
        if (what(all)) return
        await meanwhile()
        if (tries % 50 === 49) services.notify()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`it never came: ${JSON.stringify(all).slice(0, 2000)}`)
    },
    async close() {
      await reader.cancel()
      await done
    },
  }
}

function parse(block: string): Event {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
  )
  return { event: fields.event ?? 'message', id: fields.id ?? '', data: JSON.parse(fields.data ?? 'null') }
}
