import type { Call } from '@granary/contract/call.ts'
import { useExtensions } from '../../../api/extensions.ts'
import type { FilteredId } from './filter-fields.ts'
import { filteredInput, type QueryOf } from './filtered-list.ts'
import { useLocalNameFilter } from './use-name-filter.ts'
import { usePage } from './use-page.ts'

/**
 * The filter of a list that the server filters: the terms, which are in the URL as `name`, and the filter as the list
 * shells take it. A server without extensions can't filter, so the filter is left out.
 * @param by what a word without a field is looked for in.
 */
export function useListFilter(fields: FilteredId, by = 'name') {
  const { name, filter } = useLocalNameFilter()
  return useExtensions()
    ? { name, filter: { ...filter, fields, by } }
    : { name: undefined, filter: undefined }
}

type Options = {
  /** Whether the server can sort and count the list. */
  isSearchable?: boolean
  /** What a word without a field is looked for in; the name by default. */
  by?: string
}

/**
 * Reads one page of a list that the server filters by the terms in the URL.
 * @param query the other parameters, such as the parent.
 */
export function useFilteredPage<Id extends FilteredId>(
  call: Call<Id>,
  query: QueryOf<Id>,
  { isSearchable = true, by }: Options = {},
) {
  const { name, filter } = useListFilter(call.id, by)
  return { page: usePage(call, filteredInput<Id>(query, name), isSearchable), filter }
}
