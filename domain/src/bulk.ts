/** Maximum number of resources in one bulk job. */
export const MAX_BULK_ITEMS = 1_000
