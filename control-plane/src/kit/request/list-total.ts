export type ListTotal = { count: number; isCapped: boolean }

/**
 * Most rows that are read to count a list. Counting 1,000,000 rows takes 110 ms on SQLite and blocks every other
 * request; 10,000 take 1 ms.
 */
export const MAX_COUNTED = 10_000

/**
 * Returns the total of a list of which one row more than the limit was read. With a filter that was applied to those
 * rows only, a longer list has no total: rows beyond the limit may match.
 */
export function totalFrom(
  { matching, read }: { matching: number | string; read: number | string },
  isFiltered: boolean,
): { total?: ListTotal } {
  const isCapped = Number(read) > MAX_COUNTED
  if (isFiltered && isCapped) return {}
  return { total: { count: Math.min(Number(matching), MAX_COUNTED), isCapped } }
}
