import { SYSTEM_ORIGIN } from '../database/fair-queue.ts'
import type { AuditLogRow } from '../database/schema.ts'
import type { ApiError } from '../kit/errors.ts'
import type { Context } from '../kit/context.ts'
import { describeError } from '../kit/describe-error.ts'
import type { Reader } from '../kit/reader.ts'
import { wasShortOfSpace } from '../kit/disk-space.ts'
import type { Services } from '../kit/services.ts'
import type { Caller, Trail } from '../kit/trail.ts'
import { insertUnlogged } from '../kit/insert-unlogged.ts'
import { databaseInLane } from '../kit/lane.ts'
import { unlogged } from '../kit/unlogged.ts'
import { isAudited } from './audited.ts'
import { openEntry, resultOf, subjectOf } from './audit-entry.ts'
import type { Incoming } from './incoming.ts'
import { refusalsOf, refusedBy } from './repeated-refusals.ts'

/** Time between two entries of requests that were refused for lack of disk space; milliseconds. */
const SHORTAGE_EVERY_MS = 60_000

/** When the last such entry was written, by database. */
const shortages = new WeakMap<Reader, number>()

/** Whether a refusal for lack of disk space gets an entry: one a minute does, because entries take space too. */
function mayNoteShortage({ db, clock }: Services): boolean {
  const now = clock.now().getTime()
  const last = shortages.get(db)
  // A clock that went back must not suppress entries.
  if (last !== undefined && now >= last && now - last < SHORTAGE_EVERY_MS) return false
  shortages.set(db, now)
  return true
}

type Outcome = { status: number; refusal: ApiError | null }

/**
 * The audit entry of one request. A change and its entry share one transaction, so that neither exists without the other
 * and no second write is needed. Operations that run outside of a transaction begin their entry first and complete it
 * after: what a crash leaves open, `closeOpenEntries` ends. docs/security.md says what happens when an entry can't be written.
 */
export class Audit {
  readonly #services: Services
  readonly #incoming: Incoming
  readonly #trail: Trail
  readonly #started: string
  readonly #isAudited: boolean
  #entry: AuditLogRow | null = null
  #state: 'none' | 'open' | 'complete' = 'none'

  constructor(services: Services, incoming: Incoming, trail: Trail) {
    this.#services = services
    this.#incoming = incoming
    this.#trail = trail
    this.#started = services.clock.now().toISOString()
    this.#isAudited = isAudited(incoming)
  }

  /** The database in the lane of the caller, for the statements that no transaction has. */
  get #writer(): { db: Reader } {
    const actor = this.#trail.caller?.actor
    const lane = actor ? { silo: actor.siloId, user: actor.id } : SYSTEM_ORIGIN
    return { db: databaseInLane(this.#services, lane) }
  }

  /** Runs an operation outside of a transaction. That of a known caller begins its entry first. */
  async around<Input, Result>(input: Input, work: (input: Input) => Promise<Result>): Promise<Result> {
    if (this.#isAudited && this.#trail.caller?.actor) {
      await this.#insert(this.#writer.db)
      this.#state = 'open'
    }
    return work(input)
  }

  /**
   * Runs a change and writes its entry in the same transaction.
   * @param inTransaction runs the work in a transaction, which it may repeat.
   */
  async within<Result>(
    inTransaction: (before: (inner: Context, status: number) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    if (!this.#isAudited) return inTransaction(async () => {})
    const result = await inTransaction((inner, status) => this.#insert(inner.db, this.#result(status, null)))
    this.#state = 'complete'
    return result
  }

  /**
   * Completes the entry of an answered request. A refusal that repeats another one is only counted.
   * @param mayWrite false for a refusal that gets no entry of its own, because of a flood.
   * @throws Error if a sign-in would succeed without an entry.
   */
  async complete({ status, refusal }: Outcome, mayWrite = true): Promise<void> {
    const { caller } = this.#trail
    if (this.#state === 'complete' || !this.#isAudited || !caller) return
    if (this.#state === 'none' && wasShortOfSpace(refusal) && !mayNoteShortage(this.#services)) return
    try {
      if (refusal) await this.#refuse(refusal, status, mayWrite)
      else if (mayWrite) await this.#write(this.#result(status, null))
    } catch (error) {
      const { operation, bindings } = this.#incoming
      const { requestId } = bindings
      const fields = { requestId, operation, error: describeError(error) }
      this.#services.log('error', 'audit entry could not be written', fields)
      if (status < 400 && !refusal && this.#state === 'none') throw error
    }
  }

  /** Counts a refusal in the entry of the one that it repeats, or writes its own. */
  async #refuse(refusal: ApiError, status: number, mayWrite: boolean): Promise<void> {
    const { db, clock } = this.#services
    const refusals = refusalsOf(db)
    const refused = refusedBy(this.#incoming, this.#trail, refusal)
    const find = () => refusals.find(refused, clock.now().getTime())
    for (let counting = find(); counting;) {
      const first = await counting
      if (first && (await this.#count(first))) return
      // While this one waited, another repetition may have written a new entry.
      const next = find()
      counting = next === counting ? undefined : next
    }
    if (!mayWrite) return
    const { id } = this.#row(this.#trail.caller!)
    const written = this.#write(this.#result(status, refusal)).then(() => id)
    refusals.keep(
      refused,
      written.catch(() => null),
    )
    await written
  }

  /** @returns false if the entry is gone, because the log was shortened. */
  async #count(first: string): Promise<boolean> {
    const { numUpdatedRows } = await unlogged(this.#writer)
      .updateTable('audit_log')
      .set(({ eb }) => ({ repeats: eb('repeats', '+', 1) }))
      .where('id', '=', first)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) return false
    if (this.#state === 'open')
      await unlogged(this.#writer)
        .deleteFrom('audit_log')
        .where('id', '=', this.#row(this.#trail.caller!).id)
        .execute()
    this.#state = 'complete'
    return true
  }

  async #write(result: Partial<AuditLogRow>): Promise<void> {
    if (this.#state === 'open')
      await unlogged(this.#writer)
        .updateTable('audit_log')
        .set(result)
        .where('id', '=', this.#row(this.#trail.caller!).id)
        .where('time_completed', 'is', null)
        .execute()
    else await this.#insert(this.#writer.db, result)
    this.#state = 'complete'
  }

  #row(caller: Caller): AuditLogRow {
    this.#entry ??= openEntry(this.#incoming, caller, this.#started)
    return this.#entry
  }

  async #insert(db: Reader, result: Partial<AuditLogRow> = {}): Promise<void> {
    const row = { ...this.#row(this.#trail.caller!), ...result }
    await insertUnlogged({ db, engine: this.#services.engine }, 'audit_log', row)
  }

  #result(status: number, refusal: ApiError | null) {
    const isSignIn = this.#incoming.meaning === 'sign_in' && status < 400 && !refusal
    return {
      ...resultOf(this.#services.clock.now().toISOString(), status, refusal),
      ...subjectOf(this.#trail, isSignIn),
    }
  }
}
