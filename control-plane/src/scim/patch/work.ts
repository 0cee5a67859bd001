import { ScimError } from '../http/errors.ts'
import type { Filter } from '../filter/filter.ts'
import type { Resource } from '../schema/read.ts'
import type { Target } from './path.ts'

/**
 * Maximum number of comparisons of one PATCH: 100 operations on a group of 20,000 members. They take about half a second,
 * during which the server does nothing else.
 */
const MAX_COMPARISONS = 2_000_000

/** Maximum number of attributes that the operations without a path set. No schema has more than a hundred. */
const MAX_ATTRIBUTES = 10_000

/**
 * Limits the work of one PATCH. An operation may set many attributes, and one on a multi-valued attribute visits all of
 * its values, so the limit on operations alone does not bound the time.
 */
export class Work {
  #comparisons = 0
  #attributes = 0

  /** Counts an operation before it runs. @throws ScimError 413 when the PATCH takes too many comparisons. */
  add(place: Resource, { attribute, filter }: Target): void {
    const values = attribute ? place[attribute.name] : undefined
    if (Array.isArray(values)) this.#comparisons += values.length * (filter ? comparisonsIn(filter) : 1)
    if (this.#comparisons > MAX_COMPARISONS) throw tooMuch('compare too many values')
  }

  /** Counts the attributes of an operation without a path. @throws ScimError 413 when the PATCH sets too many. */
  addAttributes(count: number): void {
    this.#attributes += count
    if (this.#attributes > MAX_ATTRIBUTES) throw tooMuch(`set more than ${MAX_ATTRIBUTES} attributes`)
  }
}

const tooMuch = (what: string) =>
  new ScimError(413, undefined, `the operations ${what}: send fewer of them in one request`)

function comparisonsIn(filter: Filter): number {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.reduce((total, one) => total + comparisonsIn(one), 0)
    case 'not':
    case 'some':
      return comparisonsIn(filter.filter)
    default:
      return 1
  }
}
