/** Which bundles the list has: all, the newest first. */
export const bundles = { query: { sortBy: 'time_and_id_descending' } } as const
