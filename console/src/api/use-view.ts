import { type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

/**
 * One thing that a page is about; the page waits for it.
 * @throws ApiError 404 also when it was there and is gone: a page of what is no more would look as if it still were.
 */
export function useView<Data, Key extends readonly unknown[]>(
  options: UseSuspenseQueryOptions<Data, Error, Data, Key>,
): Data {
  const { data, error, isFetching } = useSuspenseQuery(options)
  if (!isFetching && error instanceof ApiError && error.statusCode === 404) throw error
  return data
}
