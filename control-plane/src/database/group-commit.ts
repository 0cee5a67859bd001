import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { FairQueue, type Lane } from './fair-queue.ts'
import type { Database } from './schema.ts'

type Work<Result> = (inner: Transaction<Database>) => Promise<Result>

/** Calls back after the host has read the requests that have already arrived. */
type AfterInput = (run: () => void) => void

/** Work of a group that has ended; delivers its outcome. */
type Ended = () => void
type Member = { run: (inner: Transaction<Database>) => Promise<Ended>; fail: (error: unknown) => void }

const SAVEPOINT = CompiledQuery.raw('savepoint member')
const RELEASE = CompiledQuery.raw('release member')
const ROLLBACK = CompiledQuery.raw('rollback to member')

/** Members of one group at most, so that no one waits long for the others. */
const MAX_MEMBERS = 64

/**
 * Time after which a group takes no more members. Transactions follow each other in one turn of the event loop, so a group of
 * large ones would keep the server from everything else.
 */
const MAX_GROUP_MS = 50

/**
 * The part of the last commit's time that the next group waits for more members, which PostgreSQL's manual advises for its own
 * `commit_delay`: on a slow disk, fewer and larger groups commit more. Shorter waits than a timer's are left out.
 */
const WAIT_SHARE = 0.5
const MIN_WAIT_MS = 1
const MAX_WAIT_MS = 5

/**
 * Runs the transactions of a database that has one connection, one after another, silos and users in turn, and commits those
 * together that are requested at about the same time: the disk then syncs once for all of them. Nobody learns the outcome of a transaction
 * before it is on disk, and readers wait for the commit.
 */
class GroupCommit {
  readonly #db: Kysely<Database>
  readonly #afterInput: AfterInput
  readonly #waiting = new FairQueue<Member>()
  #isScheduled = false
  /** Time for which the next group waits; milliseconds. None after a transaction that was alone. */
  #wait = 0

  constructor(db: Kysely<Database>, afterInput: AfterInput) {
    this.#db = db
    this.#afterInput = afterInput
  }

  /** Runs work in a transaction when it is the turn of its lane. It is rolled back alone if it fails. */
  run<Result>(lane: Lane, work: Work<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const run: Member['run'] = async (inner) => {
        await inner.executeQuery(SAVEPOINT)
        try {
          const result = await work(inner)
          await inner.executeQuery(RELEASE)
          return () => resolve(result)
        } catch (error) {
          await inner.executeQuery(ROLLBACK).catch(() => {
            // SQLite ended the whole transaction, for example because the disk is full.
            throw error
          })
          await inner.executeQuery(RELEASE)
          return () => reject(error)
        }
      }
      this.#waiting.push(lane, { run, fail: reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return
    this.#isScheduled = true
    const begin = () => void this.#runGroup()
    if (this.#wait < MIN_WAIT_MS) this.#afterInput(begin)
    else setTimeout(begin, Math.min(this.#wait, MAX_WAIT_MS))
  }

  async #runGroup(): Promise<void> {
    const members: Member[] = []
    let commitStarted = 0
    try {
      const ended = await this.#db.transaction().execute(async (inner) => {
        const outcomes: Ended[] = []
        const end = performance.now() + MAX_GROUP_MS
        const hasRoom = () =>
          members.length < MAX_MEMBERS && (members.length === 0 || performance.now() < end)
        while (this.#waiting.size > 0 && hasRoom()) {
          const member = this.#waiting.shift()!
          members.push(member)
          outcomes.push(await member.run(inner))
        }
        commitStarted = performance.now()
        return outcomes
      })
      this.#wait = members.length > 1 ? (performance.now() - commitStarted) * WAIT_SHARE : 0
      for (const deliver of ended) deliver()
    } catch (error) {
      for (const { fail } of members) fail(error)
    }
    this.#isScheduled = false
    this.#schedule()
  }
}

const groups = new WeakMap<Kysely<Database>, GroupCommit>()

/** Lets the transactions of a database with one connection commit in groups. */
export function commitInGroups(db: Kysely<Database>, afterInput: AfterInput): void {
  groups.set(db, new GroupCommit(db, afterInput))
}

/** Returns the groups of a database, if its transactions commit in groups. */
export const groupCommitOf = (db: Kysely<Database>): GroupCommit | undefined => groups.get(db)
