import { clientNetwork } from '@granary/domain/client-networks.ts'
import type { ApiError } from '../kit/base/errors.ts'
import type { Trail } from '../kit/log/trail.ts'
import type { Incoming } from './audit-entry.ts'

/** Time in which a repetition gets no entry of its own; milliseconds. */
const WINDOW_MS = 60_000

/** Different refusals of one caller, or of one network without a caller, that get an entry in that time. */
export const MAX_DIFFERENT = 30

/** Operations of such a source beyond that, each of which gets an entry that counts its further refusals. */
const MAX_OPERATIONS = 30

/** Resolves to the ID of the entry that counts repetitions; null if it could not be written. */
type Counting = Promise<string | null>

/**
 * The refusals of the last minute that have an entry in the audit log, so that the same one again is only counted there.
 * Beyond `MAX_DIFFERENT` of a caller, every other refusal of an operation counts in the last entry of that operation, so that what else
 * is refused still shows; without one, it gets it, for `MAX_OPERATIONS` operations.
 */
export class RepeatedRefusals {
  #start = -Infinity
  readonly #entries = new Map<string, Counting>()
  readonly #bySource = new Map<
    string,
    { different: number; last: Counting; byOperation: Map<string, Counting> }
  >()

  /** Returns the entry that counts a refusal; undefined if it gets one of its own. */
  find({ source, operation, reason }: Refused, now: number): Counting | undefined {
    if (now - this.#start >= WINDOW_MS || now < this.#start) {
      this.#start = now
      this.#entries.clear()
      this.#bySource.clear()
    }
    const known = this.#bySource.get(source)
    const own = this.#entries.get(`${source} ${reason}`)
    if (own || !known || known.different < MAX_DIFFERENT) return own
    const ofOperation = known.byOperation.get(operation)
    return ofOperation ?? (known.different < MAX_DIFFERENT + MAX_OPERATIONS ? undefined : known.last)
  }

  /** Keeps the entry of a refusal for its repetitions, also while it is being written. */
  keep({ source, operation, reason }: Refused, entry: Counting): void {
    this.#entries.set(`${source} ${reason}`, entry)
    const { different = 0, byOperation = new Map<string, Counting>() } = this.#bySource.get(source) ?? {}
    byOperation.set(operation, entry)
    this.#bySource.set(source, { different: different + 1, last: entry, byOperation })
  }
}

/** The refused caller, and the operation with the reason. A refusal with the same values repeats another one. */
export type Refused = { source: string; operation: string; reason: string }

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
    operation,
    reason: JSON.stringify([operation, status, code, codes, target?.id]),
  }
}

/** Makes the memory of a server for refusals. */
export const repeatedRefusals = () => new RepeatedRefusals()
