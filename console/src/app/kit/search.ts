/** A filter by name in the address of a list page. */
export type NameFilter = { name?: string }

/** Reads the filter by name out of an address; anything else there is ignored. */
export const nameFilter = (search: Record<string, unknown>): NameFilter =>
  typeof search.name === 'string' && search.name !== '' ? { name: search.name } : {}
