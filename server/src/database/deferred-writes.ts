import { DEFERRED } from '@granary/control-plane/database/deferred.ts'

type Query<Result> = (text: string, values: readonly unknown[]) => Promise<Result>
/** Sends a statement while others may still wait for their answers. @param isAlone whether it is in no transaction. */
type Send<Result> = (text: string, values: readonly unknown[], isAlone: boolean) => Promise<Result>
type Write = { text: string; values: readonly unknown[] }

const BEGINS = /^(begin|start transaction)\b/i
const COMMITS = /^commit\b/i
const ROLLS_BACK = /^rollback\b/i
/** Combinations are few, because texts come from the code. */
const MAX_TEXTS = 500

/** Result of a deferred write and of the begin of a transaction, which no caller reads. */
const NO_ROWS = { rows: [] }

const tableOf = (text: string): string | undefined =>
  /^(?:insert into|update|delete from) "(\w+)"/.exec(text)?.[1]

/**
 * Saves round trips, which take longer than most statements. The deferred writes of a transaction are one statement, which is sent
 * together with the next other statement, or before the commit, and fails it. The begin is sent together with the first statement.
 * @param send sends statements through one connection, in order.
 */
export function deferringWrites<Result extends { rows: unknown[] }>(
  send: Send<Result>,
): Query<Result | typeof NO_ROWS> {
  let isOpen = false
  let waiting: Write[] = []
  /** Answers that the next statement waits for too. */
  let ahead: Promise<unknown>[] = []
  const sendAhead = (text: string, values: readonly unknown[]) => {
    const answer = send(text, values, false)
    // The next statement reports the error.
    answer.catch(() => {})
    ahead.push(answer)
  }
  const flush = () => {
    const writes = waiting
    waiting = []
    if (writes.length > 0)
      sendAhead(
        combined(writes),
        writes.flatMap(({ values }) => values),
      )
  }
  const defer = (write: Write) => {
    // Parts of one statement don't see each other's rows.
    const table = tableOf(write.text)
    if (waiting.some((other) => tableOf(other.text) === table)) flush()
    waiting.push(write)
  }
  return async (text, values) => {
    if (ROLLS_BACK.test(text)) [isOpen, waiting, ahead] = [false, [], []]
    if (text.startsWith(DEFERRED)) {
      const write = { text: text.slice(DEFERRED.length), values }
      if (!isOpen) return send(write.text, values, true)
      defer(write)
      return NO_ROWS
    }
    if (BEGINS.test(text)) {
      isOpen = true
      sendAhead(text, values)
      return NO_ROWS
    }
    flush()
    const before = ahead
    ahead = []
    // A commit would make the rest permanent if a write failed before it reached the database.
    if (COMMITS.test(text)) {
      for (const earlier of before.splice(0)) await earlier
      isOpen = false
    }
    const answer = send(text, values, !isOpen)
    answer.catch(() => {})
    // The error of an earlier statement is the cause of this one's.
    for (const earlier of before) await earlier
    return answer
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
