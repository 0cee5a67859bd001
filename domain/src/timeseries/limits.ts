/** Maximum length of a query, in characters. */
export const MAX_QUERY_LENGTH = 4096

/** Maximum number of points that a query may read, and that it may make of them. */
export const MAX_POINTS = 1_000_000
