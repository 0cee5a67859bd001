import { valuesAt } from '../filter/matches.ts'
import { caseFold } from '../../kinds/scim-user.ts'
import type { Resource } from '../schema/read.ts'
import { isPrimary } from '../schema/read-value.ts'
import type { AttributePath } from '../schema/resolve.ts'

/**
 * Sorts resources by an attribute (RFC 7644 section 3.4.2.3). A multi-valued attribute sorts by its primary value, else
 * its first. Resources without a value come last, and first when descending.
 */
export function sorted(
  resources: readonly Resource[],
  { extension, attribute, sub }: AttributePath,
  descending: boolean,
): Resource[] {
  const compared = sub ?? attribute
  const keyOf = (resource: Resource): string | null => {
    const place = extension ? (resource[extension] as Resource | undefined) : resource
    const values = valuesAt(place, [attribute.name])
    const chosen = values.find(isPrimary) ?? values[0]
    const [value] = sub ? valuesAt(chosen, [sub.name]) : [chosen]
    if (typeof value === 'boolean') return String(value)
    if (typeof value !== 'string') return null
    return compared.caseExact ? value : caseFold(value)
  }
  const direction = descending ? -1 : 1
  return resources
    .map((resource) => ({ resource, key: keyOf(resource) }))
    .toSorted((a, b) => direction * compare(a.key, b.key))
    .map(({ resource }) => resource)
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}
