import { valuesAt } from '../filter/matches.ts'
import { caseFold } from '../../kinds/scim-user.ts'
import type { Resource } from '../schema/read.ts'
import { isPrimary } from '../schema/read-value.ts'
import type { AttributePath } from '../schema/resolve.ts'

/** What a resource sorts by; null without a value. */
export type SortKey = string | null

/**
 * Returns what a resource sorts by (RFC 7644 section 3.4.2.3): of a multi-valued attribute the primary value, else the first.
 */
export function sortKeyOf(resource: Resource, { extension, attribute, sub }: AttributePath): SortKey {
  const compared = sub ?? attribute
  const place = extension ? resource[extension] : resource
  const values = valuesAt(place, [attribute.name])
  const chosen = values.find(isPrimary) ?? values[0]
  const [value] = sub ? valuesAt(chosen, [sub.name]) : [chosen]
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return null
  return compared.caseExact ? value : caseFold(value)
}

/** Sorts by keys. Those without a value come last, and first when descending. */
export function sorted<One extends { key: SortKey }>(all: readonly One[], descending: boolean): One[] {
  const direction = descending ? -1 : 1
  return all.toSorted((a, b) => direction * compare(a.key, b.key))
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}
