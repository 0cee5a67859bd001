/** As long as a name may be: what is longer is in none. */
const MAX_FILTER = 63

/** A filter by name in the address of a list page. */
export type NameFilter = { name?: string }

/**
 * Reads the filter by name out of an address; anything else there is ignored. It always has the key: the router lays what
 * it gets over what the address says, so that what is left out here would stay as it was typed.
 */
export const nameFilter = ({ name }: Record<string, unknown>): NameFilter => {
  // The router reads `?name=12` as a number.
  const text = typeof name === 'number' ? String(name) : name
  return { name: typeof text === 'string' && text !== '' ? text.slice(0, MAX_FILTER) : undefined }
}
