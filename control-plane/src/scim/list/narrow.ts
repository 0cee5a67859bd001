import type { Filter } from '../filter/filter.ts'

/** A condition that an index can look up, and that every resource matching the filter meets. */
export type Narrow = { by: 'id' | 'externalId' | 'name'; value: string }

/**
 * Returns the part of a filter that an index can answer. Providers search by user name or by their own id before each
 * create, in silos of any size.
 * @param nameOf the attribute that holds the name: `userName` or `displayName`.
 */
export function narrowOf(filter: Filter, nameOf: 'userName' | 'displayName'): Narrow | null {
  if (filter.op === 'and') {
    for (const one of filter.of) {
      const found = narrowOf(one, nameOf)
      if (found) return found
    }
    return null
  }
  if (filter.op !== 'compare' || filter.comparator !== 'eq' || typeof filter.operand !== 'string') return null
  const [key, ...parts] = filter.where.keys
  if (parts.length > 0) return null
  const by = key === nameOf ? 'name' : key === 'id' || key === 'externalId' ? key : null
  return by && { by, value: filter.operand }
}

/** Returns whether a filter tests an attribute. */
export function mentions(filter: Filter, attribute: string): boolean {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.some((one) => mentions(one, attribute))
    case 'not':
      return mentions(filter.filter, attribute)
    default:
      return filter.where.keys[0] === attribute
  }
}
