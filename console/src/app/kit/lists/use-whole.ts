import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

/**
 * Reads a list without pagination, in the shape that `ListPage` takes.
 * @param rowsOf pass the same function each time.
 */
export function useWhole<Data, Row>(
  options: UseQueryOptions<Data, Error, Data, QueryKey>,
  rowsOf: (data: Data) => Row[],
) {
  const query = useQuery(options)
  const { data } = query
  const rows = useMemo(() => (data === undefined ? undefined : rowsOf(data)), [data, rowsOf])
  return {
    rows,
    isWhole: true,
    error: data === undefined ? query.error : null,
    refreshError: data === undefined ? null : query.error,
    isFetching: query.isFetching,
    isChangingPage: false,
    updatedAt: query.dataUpdatedAt,
    refetch: () => query.refetch(),
    isFirst: true,
    hasNext: false,
    next: () => undefined,
    previous: () => undefined,
  }
}
