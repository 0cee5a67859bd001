/** The most resources of one bulk job. */
export const MAX_BULK_ITEMS = 1_000
