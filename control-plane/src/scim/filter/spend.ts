/** Counts comparisons. @throws ScimError when a request makes more than it may. */
export type Spend = (comparisons: number) => void

/**
 * Maximum number of comparisons of one request: 100 operations on a group of 20,000 members. They take about half a
 * second.
 */
export const MAX_COMPARISONS = 2_000_000
