import { type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { replacesPage } from './kept-page.ts'

/**
 * Reads the resource of a page; the page waits for it.
 * @throws ApiError 404, also when the resource was shown and is deleted now: the page must not show it any longer, unless
 * it has a form.
 */
export function useView<Data, Key extends readonly unknown[]>(
  options: UseSuspenseQueryOptions<Data, Error, Data, Key>,
): Data {
  const { data, error, isFetching } = useSuspenseQuery(options)
  if (!isFetching && replacesPage(error, data)) throw error
  return data
}
