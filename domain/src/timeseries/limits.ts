/** Maximum length of a query, in characters. */
export const MAX_QUERY_LENGTH = 4096

/** Maximum number of points that a query may read, and that it may make of them. */
export const MAX_POINTS = 1_000_000

/**
 * Maximum number of stored rows that a query may look through. A query whose points are all wanted reads fewer before it has
 * too many points; one that looks for what no series has would otherwise read everything once for each `get`.
 */
export const MAX_ROWS = 250_000
