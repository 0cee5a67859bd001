import type { AuditLogRow } from '../database/schema.ts'
import type { ApiError } from '../kit/errors.ts'
import type { Context } from '../kit/context.ts'
import { describeError } from '../kit/describe-error.ts'
import type { Reader } from '../kit/reader.ts'
import { wasShortOfSpace } from '../kit/disk-space.ts'
import type { Services } from '../kit/services.ts'
import type { Caller, Trail } from '../kit/trail.ts'
import { insertUnlogged } from '../kit/insert-unlogged.ts'
import { unlogged } from '../kit/unlogged.ts'
import { isAudited } from './audited.ts'
import { openEntry, resultOf, subjectOf } from './audit-entry.ts'
import type { Incoming } from './incoming.ts'

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

  /** Runs an operation outside of a transaction. That of a known caller begins its entry first. */
  async around<Input, Result>(input: Input, work: (input: Input) => Promise<Result>): Promise<Result> {
    if (this.#isAudited && this.#trail.caller?.actor) {
      await this.#insert(this.#services.db)
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

  /** Completes the entry of an answered request. @throws Error if a sign-in would succeed without an entry. */
  async complete({ status, refusal }: Outcome): Promise<void> {
    if (this.#state === 'complete' || !this.#isAudited || !this.#trail.caller) return
    if (this.#state === 'none' && wasShortOfSpace(refusal) && !mayNoteShortage(this.#services)) return
    const result = this.#result(status, refusal)
    try {
      if (this.#state === 'open')
        await unlogged(this.#services)
          .updateTable('audit_log')
          .set(result)
          .where('id', '=', this.#row(this.#trail.caller).id)
          .where('time_completed', 'is', null)
          .execute()
      else await this.#insert(this.#services.db, result)
      this.#state = 'complete'
    } catch (error) {
      const { operation, bindings } = this.#incoming
      const { requestId } = bindings
      const fields = { requestId, operation, error: describeError(error) }
      this.#services.log('error', 'audit entry could not be written', fields)
      if (status < 400 && !refusal && this.#state === 'none') throw error
    }
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
