import type { Answer, Begin, Session, Statement } from '@granary/control-plane/database/session.ts'
import { isReadOnly, isStalePlan } from '@granary/control-plane/database/violations.ts'
import type pg from 'pg'
import { statementNames } from './statement-names.ts'

/**
 * Makes plans of a serializable transaction search indexes. A small table would be read as a whole, and the transaction would then
 * conflict with every writer of it. PostgreSQL 17 and older count a forbidden plan as expensive enough to be compiled.
 */
const BY_INDEX = '; set local enable_seqscan = off; set local jit = off'

/**
 * Locks of a table that hardly anything else uses: new transactions wait for one that runs alone, and that one for those that have
 * begun, of all servers. Not for long, because a server may hang in one. A snapshot is taken after this lock, as no other could do.
 */
const BESIDE_OTHERS = '; lock table schema_version in row share mode'
const ALONE =
  '; set local lock_timeout = 250; lock table schema_version in exclusive mode; set local lock_timeout to default'

const BEGINS: Record<Begin, string> = {
  plain: 'begin',
  serializable: `start transaction isolation level serializable${BY_INDEX}`,
  'locked rows': 'start transaction isolation level read committed',
  snapshot: 'start transaction isolation level repeatable read read only',
  // Waiting for another server's migration and changing a large table may take any time.
  migration: 'begin; set local lock_timeout = 0',
}
const WRITES: readonly Begin[] = ['serializable', 'locked rows']

/** The longest timer; milliseconds. */
const NO_LIMIT = 2 ** 31 - 1

/** Combinations of deferred writes are few, because texts come from the code. */
const MAX_TEXTS = 500
const combinations = new Map<string, string>()

/** The names of common statements, whose plans all connections keep until another server has changed a table. */
export class Plans {
  #nameOf = statementNames()
  #generation = 0

  /** @param kind plans of one kind are not used by another. */
  nameOf(text: string, kind: string): string | undefined {
    const name = this.#nameOf(text)
    return name && `${name}_${this.#generation}${kind}`
  }

  makeAnew(): void {
    this.#nameOf = statementNames()
    this.#generation++
  }
}

/** The part of a connection that a session needs. */
export type Client = {
  query: (config: pg.QueryConfig) => Promise<pg.QueryResult>
  release: (destroy?: boolean) => void
}

type Options = {
  plans: Plans
  /** Receives each error of a statement. */
  note?: ((error: unknown) => void) | undefined
  /** Receives the time of each statement; milliseconds. */
  observe?: ((ms: number) => void) | undefined
}

/**
 * A connection to PostgreSQL in use. It saves round trips, which take longer than most statements: the begin goes with the first
 * statement, and the deferred writes of a transaction are one statement, which goes with the next other one, or before the commit.
 * Their error is that of the statement that they go with. Plans of common statements are kept. When another server has changed a table, they
 * are made anew: a statement outside of a transaction is repeated at once; inside of one, it has ended the transaction.
 */
export class PostgresSession implements Session {
  readonly #client: Client
  readonly #options: Options
  #transaction: Begin | null = null
  #waiting: Statement[] = []
  /** Answers that the next statement waits for too. */
  #ahead: Promise<unknown>[] = []
  #isOutdated = false

  constructor(client: Client, options: Options) {
    this.#client = client
    this.#options = options
  }

  begin(how: Begin, alone = false): void {
    this.#transaction = how
    const lock = WRITES.includes(how) ? (alone ? ALONE : BESIDE_OTHERS) : ''
    this.#sendAhead({ text: BEGINS[how] + lock, parameters: [] })
  }

  async run(statement: Statement): Promise<Answer> {
    const { deferredTo } = statement
    if (deferredTo !== undefined && this.#transaction) {
      // Parts of one statement don't see each other's rows.
      if (this.#waiting.some((other) => other.deferredTo === deferredTo)) this.#flush()
      this.#waiting.push(statement)
      return { rows: [] }
    }
    this.#flush()
    const before = this.#ahead
    this.#ahead = []
    const sent = this.#send(statement)
    sent.catch(() => {})
    // The error of an earlier statement is the cause of this one's.
    for (const earlier of before) await earlier
    const { command, rows, rowCount } = await sent
    return { rows: rows ?? [], changed: CHANGING.has(command) ? (rowCount ?? 0) : undefined }
  }

  async commit(): Promise<void> {
    this.#flush()
    // A commit would make the rest permanent if a write failed before it reached the database.
    for (const earlier of this.#ahead.splice(0)) await earlier
    const { command } = await this.#send({ text: 'commit', parameters: [] })
    this.#transaction = null
    // PostgreSQL answers so if an error that nobody threw has ended the transaction.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit')
  }

  async rollback(): Promise<void> {
    ;[this.#waiting, this.#ahead, this.#transaction] = [[], [], null]
    try {
      await this.#send({ text: 'rollback', parameters: [] })
    } catch (error) {
      this.#isOutdated = true
      throw error
    }
  }

  /** After a failover, the next connection may be to the database that takes writes. */
  release(): void {
    this.#client.release(this.#isOutdated)
  }

  #flush(): void {
    const writes = this.#waiting
    this.#waiting = []
    if (writes.length === 0) return
    this.#sendAhead({ text: combined(writes), parameters: writes.flatMap(({ parameters }) => parameters) })
  }

  #sendAhead(statement: Statement): void {
    const sent = this.#send(statement)
    // The next statement reports the error.
    sent.catch(() => {})
    this.#ahead.push(sent)
  }

  async #send(statement: Statement): Promise<pg.QueryResult> {
    const { plans, note } = this.#options
    const isAlone = this.#transaction === null
    try {
      return await this.#ask(statement)
    } catch (error) {
      note?.(error)
      if (isReadOnly(error)) this.#isOutdated = true
      if (!isStalePlan(error)) throw error
      plans.makeAnew()
      if (!isAlone) throw error
      return this.#ask(statement)
    }
  }

  #ask({ text, parameters }: Statement): Promise<pg.QueryResult> {
    const { plans, observe } = this.#options
    // Serializable transactions have plans of their own.
    const kind = this.#transaction === 'serializable' ? '_by_index' : ''
    const name = parameters.length > 0 ? plans.nameOf(text, kind) : undefined
    const limit = this.#transaction === 'migration' ? { query_timeout: NO_LIMIT } : {}
    const answer = this.#client.query({ ...(name && { name }), ...limit, text, values: [...parameters] })
    if (!observe) return answer
    const started = performance.now()
    return answer.finally(() => observe(performance.now() - started))
  }
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Returns one statement for several writes, whose parameters follow one another. */
function combined(writes: readonly Statement[]): string {
  const key = writes.map(({ text }) => text).join(';')
  let text = combinations.get(key)
  if (text === undefined) {
    text = combine(writes)
    if (combinations.size < MAX_TEXTS) combinations.set(key, text)
  }
  return text
}

function combine(writes: readonly Statement[]): string {
  let before = 0
  const parts = writes.map(({ text, parameters }) => {
    const from = before
    before += parameters.length
    return text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + from}`)
  })
  const last = parts.pop()!
  const others = parts.map((part, index) => `part_${index} as (${part})`)
  return others.length > 0 ? `with ${others.join(', ')} ${last}` : last
}
