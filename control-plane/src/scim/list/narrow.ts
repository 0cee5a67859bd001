import type { Filter } from '../filter/filter.ts'

/** Something that the database can look up by an index, and that every resource that a filter wants has. */
export type Narrow = { by: 'id' | 'externalId' | 'name'; value: string }

/**
 * What a filter says that an index can answer. Providers ask for a user name or their own id before each create, in silos
 * of any size.
 * @param nameOf the attribute that has the name: `userName` or `displayName`.
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

/** Whether a filter asks about an attribute. */
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
