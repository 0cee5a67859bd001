import { ScimError } from '../http/errors.ts'
import { MAX_COMPARISONS, type Spend } from '../filter/spend.ts'
import type { Resource } from '../schema/read.ts'
import type { Target } from './path.ts'

/** Maximum number of attributes that the operations without a path set. No schema has more than a hundred. */
const MAX_ATTRIBUTES = 10_000

/**
 * Limits the work of one PATCH. An operation may set many attributes, and one on a multi-valued attribute visits all of
 * its values, so the limit on operations alone does not bound the time.
 */
export class Work {
  #comparisons = 0
  #attributes = 0

  /** Counts comparisons before they are made. @throws ScimError 413 when the PATCH takes too many. */
  readonly spend: Spend = (comparisons) => {
    this.#comparisons += comparisons
    if (this.#comparisons > MAX_COMPARISONS) throw tooMuch('compare too many values')
  }

  /** Counts an operation before it runs: it visits every value. @throws ScimError 413 as `spend`. */
  add(place: Resource, { attribute, filter }: Target): void {
    const values = attribute ? place[attribute.name] : undefined
    // A filter counts its own comparisons.
    if (Array.isArray(values) && !filter) this.spend(values.length)
  }

  /** Counts the attributes of an operation without a path. @throws ScimError 413 when the PATCH sets too many. */
  addAttributes(count: number): void {
    this.#attributes += count
    if (this.#attributes > MAX_ATTRIBUTES) throw tooMuch(`set more than ${MAX_ATTRIBUTES} attributes`)
  }
}

const tooMuch = (what: string) =>
  new ScimError(413, undefined, `the operations ${what}: send fewer of them in one request`)
