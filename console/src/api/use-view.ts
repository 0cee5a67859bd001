import { type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

/**
 * Reads the resource of a page; the page waits for it.
 * @throws ApiError 404, also when the resource was shown and is deleted now: the page must not show it any longer.
 */
export function useView<Data, Key extends readonly unknown[]>(
  options: UseSuspenseQueryOptions<Data, Error, Data, Key>,
): Data {
  const { data, error, isFetching } = useSuspenseQuery(options)
  if (!isFetching && error instanceof ApiError && error.statusCode === 404) throw error
  return data
}
