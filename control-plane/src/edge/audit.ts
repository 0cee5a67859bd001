import type { AuditLogRow } from '../database/schema.ts'
import type { ApiError } from '../kit/base/errors.ts'
import type { Context } from '../kit/context/context.ts'
import { describeError } from '../kit/base/describe-error.ts'
import type { Reader } from '../kit/context/reader.ts'
import { wasShortOfSpace } from '../kit/request/disk-space.ts'
import type { Services } from '../kit/context/services.ts'
import type { Caller, Trail } from '../kit/log/trail.ts'
import { insertUnlogged } from '../kit/sql/insert-unlogged.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { type Incoming, openEntry, resultOf, subjectOf } from './audit-entry.ts'
import { refusedBy, repeatedRefusals } from './repeated-refusals.ts'

/** Time between two entries of requests that were refused for lack of disk space; milliseconds. */
const SHORTAGE_EVERY_MS = 60_000

/** When the last such entry was written. */
const lastShortage = (): { time?: number } => ({})

/** Whether a refusal for lack of disk space gets an entry: one a minute does, because entries take space too. */
function mayNoteShortage({ state, clock }: Services): boolean {
  const now = clock.now().getTime()
  const noted = state.of(lastShortage)
  const last = noted.time
  // A clock that went back must not suppress entries.
  if (last !== undefined && now >= last && now - last < SHORTAGE_EVERY_MS) return false
  noted.time = now
  return true
}

const NOBODY: Caller = { actor: null, credential: null }

type Outcome = { status: number; refusal: ApiError | null }

/**
 * The audit entry of one request of an operation that has entries. A change and its entry share one transaction, so that neither exists without the other
 * and no second write is needed. Operations that run outside of a transaction begin their entry first and complete it
 * after: what a crash leaves open, `closeOpenEntries` ends. docs/security.md says what happens when an entry can't be written.
 */
export class Audit {
  readonly #services: Services
  readonly #incoming: Incoming
  readonly #trail: Trail
  readonly #started: string
  #entry: AuditLogRow | null = null
  #state: 'none' | 'open' | 'complete' = 'none'

  constructor(services: Services, incoming: Incoming, trail: Trail) {
    this.#services = services
    this.#incoming = incoming
    this.#trail = trail
    this.#started = services.clock.now().toISOString()
  }

  /** Begins the entry of an operation outside of a transaction, if its caller is known. */
  async begin(): Promise<void> {
    if (!this.#trail.caller?.actor) return
    await this.#insert(this.#services.db)
    this.#state = 'open'
  }

  /** Writes the entry in the transaction of its change, which may be repeated. */
  async write(inner: Context, status: number): Promise<void> {
    await this.#insert(inner.db, this.#result(status, null))
    inner.afterCommit.push(() => {
      this.#state = 'complete'
    })
  }

  /**
   * Completes the entry of an answered request. A refusal that repeats another one is only counted.
   * @param mayWrite false for a refusal that gets no entry of its own, because of a flood.
   * @throws Error if a sign-in would succeed without an entry.
   */
  async complete({ status, refusal }: Outcome, mayWrite = true): Promise<void> {
    const { caller } = this.#trail
    if (this.#state === 'complete' || !caller) return
    if (this.#state === 'none' && wasShortOfSpace(refusal) && !mayNoteShortage(this.#services)) return
    try {
      if (refusal) await this.#refuse(refusal, status, mayWrite)
      else if (mayWrite) await this.#end(this.#result(status, null))
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
    const { state, clock } = this.#services
    const refusals = state.of(repeatedRefusals)
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
    const { id } = this.#row()
    const written = this.#end(this.#result(status, refusal)).then(() => id)
    refusals.keep(
      refused,
      written.catch(() => null),
    )
    await written
  }

  /** @returns false if the entry is gone, because the log was shortened. */
  async #count(first: string): Promise<boolean> {
    const { numUpdatedRows } = await unlogged(this.#services)
      .updateTable('audit_log')
      .set(({ eb }) => ({ repeats: eb('repeats', '+', 1) }))
      .where('id', '=', first)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) return false
    if (this.#state === 'open')
      await unlogged(this.#services).deleteFrom('audit_log').where('id', '=', this.#row().id).execute()
    this.#state = 'complete'
    return true
  }

  async #end(result: Partial<AuditLogRow>): Promise<void> {
    if (this.#state === 'open')
      await unlogged(this.#services)
        .updateTable('audit_log')
        .set(result)
        .where('id', '=', this.#row().id)
        .where('time_completed', 'is', null)
        .execute()
    else await this.#insert(this.#services.db, result)
    this.#state = 'complete'
  }

  #row(): AuditLogRow {
    this.#entry ??= openEntry(this.#incoming, this.#trail.caller ?? NOBODY, this.#started)
    return this.#entry
  }

  async #insert(db: Reader, result: Partial<AuditLogRow> = {}): Promise<void> {
    const row = { ...this.#row(), ...result }
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
