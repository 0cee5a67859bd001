import { DEFERRED } from '@granary/control-plane/database/deferred.ts'

type Send<Result> = (text: string, values: readonly unknown[]) => Promise<Result>
type Write = { text: string; values: readonly unknown[] }

const BEGINS = /^(begin|start transaction)\b/i
const ENDS = /^(commit|rollback)\b/i
/** Combinations are few, because texts come from the code. */
const MAX_TEXTS = 500

/** What a deferred write returns. Nobody reads it. */
const NO_ROWS = { rows: [] }

const tableOf = (text: string): string | undefined =>
  /^(?:insert into|update|delete from) "(\w+)"/.exec(text)?.[1]

/**
 * Sends the deferred writes of a transaction as one statement before its next other statement, because a round trip takes
 * longer than a write. A failed write therefore ends the transaction with that statement.
 * @param send sends a statement through one connection.
 */
export function deferringWrites<Result extends { rows: unknown[] }>(
  send: Send<Result>,
): Send<Result | typeof NO_ROWS> {
  let isOpen = false
  let waiting: Write[] = []
  const flush = async () => {
    const writes = waiting
    waiting = []
    if (writes.length > 0)
      await send(
        combined(writes),
        writes.flatMap(({ values }) => values),
      )
  }
  return async (text, values) => {
    if (text.startsWith(DEFERRED)) {
      const write = { text: text.slice(DEFERRED.length), values }
      if (!isOpen) return send(write.text, values)
      // Parts of one statement don't see each other's rows.
      const table = tableOf(write.text)
      if (waiting.some((other) => tableOf(other.text) === table)) await flush()
      waiting.push(write)
      return NO_ROWS
    }
    if (BEGINS.test(text)) isOpen = true
    if (ENDS.test(text)) isOpen = false
    if (/^rollback\b/i.test(text)) waiting = []
    await flush()
    return send(text, values)
  }
}

const texts = new Map<string, string>()

/** Returns one statement for several writes, whose parameters follow one another. */
function combined(writes: readonly Write[]): string {
  const key = writes.map(({ text }) => text).join(';')
  let text = texts.get(key)
  if (text === undefined) {
    text = combine(writes)
    if (texts.size < MAX_TEXTS) texts.set(key, text)
  }
  return text
}

function combine(writes: readonly Write[]): string {
  let before = 0
  const parts = writes.map(({ text, values }) => {
    const from = before
    before += values.length
    return text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + from}`)
  })
  const last = parts.pop()!
  const others = parts.map((part, index) => `part_${index} as (${part})`)
  return others.length > 0 ? `with ${others.join(', ')} ${last}` : last
}
