import { type Answer, inOneSession, type Session, type Sessions, type Statement, within } from './session.ts'

/** What SQLite stores. */
type SqliteValue = null | number | bigint | string | Uint8Array

/** A prepared statement. It can be run many times, also after a failure. */
export type SyncStatement = {
  /** Whether it returns rows. */
  reader: boolean
  all: (parameters: readonly SqliteValue[]) => unknown[]
  run: (parameters: readonly SqliteValue[]) => { changes: number | bigint }
  /** Frees it, if the library does not do so itself. */
  finalize?: () => void
}

/** A synchronous SQLite library: the one built into Node, or the WebAssembly one. */
export type SyncSqlite = {
  prepare: (sql: string) => SyncStatement
  /** Closing twice is a no-op. */
  close: () => void
}

export type SqliteOptions = {
  /** Receives the time of each statement; milliseconds. */
  observe?: ((ms: number) => void) | undefined
  /** Calls back after the host has read the requests that have already arrived. Without it, each transaction commits alone. */
  afterInput?: (run: () => void) => void
}

/** Statements are few (one per query in the code), and preparing one costs more than running it. */
const CACHED_STATEMENTS = 500

/** Members of one group at most, so that no one waits long for the others. */
const MAX_MEMBERS = 64

/**
 * A group takes no member with which it would probably last longer: one that takes as long as its longest one. Transactions follow
 * each other in one turn of the event loop, so a group of large ones would keep the server from everything else.
 */
const MAX_GROUP_MS = 50

/**
 * The part of the last commit's time that the next group waits for more members, which PostgreSQL's manual advises for its own
 * `commit_delay`: on a slow disk, fewer and larger groups commit more. Shorter waits than a timer's are left out.
 */
const WAIT_SHARE = 0.5
const MIN_WAIT_MS = 1
const MAX_WAIT_MS = 5

type Member = { run: () => Promise<() => void>; fail: (error: unknown) => void }

/**
 * Opens sessions over a synchronous SQLite. There is one connection, which one user has at a time (the others wait in a row):
 * statements return at once and transactions wait for nothing slow, so a second connection would only bring "database is locked".
 * A reader outside of a transaction therefore never sees part of one.
 * Integers are numbers; a number that JavaScript can't represent exactly is refused on write and on read.
 */
export function sqliteSessions(sqlite: SyncSqlite, options: SqliteOptions = {}): Sessions {
  const connection = new OneConnection(sqlite, options)
  const groups = options.afterInput && new GroupCommit(connection, options.afterInput)
  return {
    engine: 'sqlite',
    open: () => connection.open(),
    transaction: (_, isolation, work) =>
      groups
        ? groups.run(work)
        : inOneSession(connection, (session) => within(session, isolation, () => work(session))),
    snapshot: (read) => inOneSession(connection, read),
    runNow: (session, statement) => (session || !connection.isTaken ? connection.run(statement) : null),
    close: async () => connection.close(),
  }
}

/** The connection, which is also the session of its present user. */
class OneConnection implements Session {
  readonly #sqlite: SyncSqlite
  readonly #observe: ((ms: number) => void) | undefined
  readonly #statements = new Map<string, SyncStatement>()
  readonly #waiting: (() => void)[] = []
  isTaken = false
  /** Whether tables may change with any statement, so that none is cached: a prepared `select *` returns the columns that the table had. */
  #isMigrating = false

  constructor(sqlite: SyncSqlite, { observe }: SqliteOptions) {
    this.#sqlite = sqlite
    this.#observe = observe
  }

  async open(): Promise<Session> {
    if (this.isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.isTaken = true
    return this
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.isTaken = false
  }

  begin(how: string): void {
    this.#isMigrating = how === 'migration'
    if (this.#isMigrating) this.#forgetAll()
    // A transaction that locks for writing at its start never fails half-way for the lock.
    this.execute('begin immediate')
  }

  commit(): void {
    this.execute('commit')
    this.#isMigrating = false
  }

  rollback(): void {
    this.#isMigrating = false
    try {
      this.execute('rollback')
    } catch (error) {
      // SQLite may end a transaction by itself, for example if the disk is full; that first error is reported.
      if (!/no transaction is active/.test(String(error))) throw error
    }
  }

  execute(text: string): void {
    this.run({ text, parameters: [] })
  }

  run({ text, parameters, changesTables }: Statement): Answer {
    const isCached = !changesTables && !this.#isMigrating
    if (changesTables) this.#forgetAll()
    const statement = this.#prepared(text, isCached)
    const values = exact(parameters)
    const started = performance.now()
    const answer = statement.reader
      ? { rows: statement.all(values) }
      : { rows: [], changed: Number(statement.run(values).changes) }
    this.#observe?.(performance.now() - started)
    if (!isCached) statement.finalize?.()
    return answer
  }

  close(): void {
    this.#sqlite.close()
  }

  #prepared(text: string, isCached: boolean): SyncStatement {
    if (!isCached) return this.#sqlite.prepare(text)
    const known = this.#statements.get(text)
    const statement = known ?? this.#sqlite.prepare(text)
    // Map order is the order of use.
    this.#statements.delete(text)
    if (!known && this.#statements.size >= CACHED_STATEMENTS) {
      const [oldest, unused] = this.#statements.entries().next().value!
      this.#statements.delete(oldest)
      unused.finalize?.()
    }
    this.#statements.set(text, statement)
    return statement
  }

  #forgetAll(): void {
    for (const statement of this.#statements.values()) statement.finalize?.()
    this.#statements.clear()
  }
}

/**
 * Runs transactions one after another, and commits those together that are requested at about the same
 * time: the disk then syncs once for all of them. Nobody learns the outcome of a transaction before it is on disk, and readers wait for
 * the commit.
 */
class GroupCommit {
  readonly #connection: OneConnection
  readonly #afterInput: (run: () => void) => void
  readonly #waiting: Member[] = []
  #isScheduled = false
  /** Time for which the next group waits; milliseconds. None after a transaction that was alone. */
  #wait = 0

  constructor(connection: OneConnection, afterInput: (run: () => void) => void) {
    this.#connection = connection
    this.#afterInput = afterInput
  }

  /** Runs work in a transaction. It is rolled back alone if it fails. */
  run<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const connection = this.#connection
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const run: Member['run'] = async () => {
      connection.execute('savepoint member')
      try {
        const result = await work(connection)
        connection.execute('release member')
        return () => resolve(result)
      } catch (error) {
        try {
          connection.execute('rollback to member')
        } catch {
          // SQLite ended the whole transaction, for example because the disk is full.
          throw error
        }
        connection.execute('release member')
        return () => reject(error)
      }
    }
    this.#waiting.push({ run, fail: reject })
    this.#schedule()
    return promise
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    const begin = () => void this.#runGroup()
    if (this.#wait < MIN_WAIT_MS) this.#afterInput(begin)
    else setTimeout(begin, Math.min(this.#wait, MAX_WAIT_MS))
  }

  async #runGroup(): Promise<void> {
    const members: Member[] = []
    let commitStarted = 0
    const runMembers = async () => {
      const outcomes: (() => void)[] = []
      const began = performance.now()
      let [ended, longest] = [began, 0]
      while (members.length < MAX_MEMBERS && ended - began + longest <= MAX_GROUP_MS) {
        const member = this.#waiting.shift()
        if (!member) break
        members.push(member)
        outcomes.push(await member.run())
        const now = performance.now()
        longest = Math.max(longest, now - ended)
        ended = now
      }
      commitStarted = ended
      return outcomes
    }
    try {
      const ended = await inOneSession(this.#connection, (session) =>
        within(session, 'serializable', runMembers),
      )
      this.#wait = members.length > 1 ? (performance.now() - commitStarted) * WAIT_SHARE : 0
      for (const deliver of ended) deliver()
    } catch (error) {
      for (const { fail } of members) fail(error)
    }
    this.#isScheduled = false
    this.#schedule()
  }
}

/** @throws RangeError for a number that is not kept exactly. */
function exact(parameters: readonly unknown[]): readonly SqliteValue[] {
  for (const value of parameters)
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new RangeError(`${value} is too large to be kept exactly`)
  return parameters as readonly SqliteValue[]
}
