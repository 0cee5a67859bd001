import { clientNetwork } from '@granary/domain/client-networks.ts'
import type { ApiError } from '../kit/errors.ts'
import type { Reader } from '../kit/reader.ts'
import type { Trail } from '../kit/trail.ts'
import type { Incoming } from './incoming.ts'

/** Time in which a repetition gets no entry of its own; milliseconds. */
const WINDOW_MS = 60_000

/** Different refusals of one caller, or of one network without a caller, that get an entry in that time. */
export const MAX_DIFFERENT = 30

/** Resolves to the ID of the entry that counts repetitions; null if it could not be written. */
type Counting = Promise<string | null>

/**
 * The refusals of the last minute that have an entry in the audit log, so that the same one again is only counted there.
 * Beyond `MAX_DIFFERENT` of a caller, every other refusal of that caller counts in the last entry.
 */
export class RepeatedRefusals {
  #start = -Infinity
  readonly #entries = new Map<string, Counting>()
  readonly #bySource = new Map<string, { different: number; last: Counting }>()

  /** Returns the entry that counts a refusal; undefined if it gets one of its own. */
  find({ source, reason }: Refused, now: number): Counting | undefined {
    if (now - this.#start >= WINDOW_MS || now < this.#start) {
      this.#start = now
      this.#entries.clear()
      this.#bySource.clear()
    }
    const known = this.#bySource.get(source)
    const isFull = known !== undefined && known.different >= MAX_DIFFERENT
    return this.#entries.get(`${source} ${reason}`) ?? (isFull ? known.last : undefined)
  }

  /** Keeps the entry of a refusal for its repetitions, also while it is being written. */
  keep({ source, reason }: Refused, entry: Counting): void {
    this.#entries.set(`${source} ${reason}`, entry)
    const different = (this.#bySource.get(source)?.different ?? 0) + 1
    this.#bySource.set(source, { different, last: entry })
  }
}

/** The refused caller, and the operation with the reason. A refusal with the same values repeats another one. */
export type Refused = { source: string; reason: string }

/** Describes a refusal. The message is no part of it, because messages quote requests. */
export function refusedBy(
  { operation, meaning, bindings }: Incoming,
  { caller, target }: Trail,
  { status, code, problems }: ApiError,
): Refused {
  // A sign-in has no caller yet, also in a browser that still has a session.
  const actor = meaning === 'sign_in' ? null : caller?.actor
  const codes = [...new Set(problems.map((problem) => problem.code))]
  return {
    source: actor?.id ?? clientNetwork(bindings.clientAddress),
    reason: JSON.stringify([operation, status, code, codes, target?.id]),
  }
}

const refusals = new WeakMap<Reader, RepeatedRefusals>()

/** Returns the refusals of a server, by its database. */
export function refusalsOf(db: Reader): RepeatedRefusals {
  const known = refusals.get(db) ?? new RepeatedRefusals()
  refusals.set(db, known)
  return known
}
