import { type Call, type CallInput, ignorable } from '@granary/contract/call.ts'
import { pageQuery } from '../../../api/queries.ts'
import type { FilteredId } from './filter-fields.ts'
import { pagePlace } from './list-place.ts'
import { nameFilter, type NameFilter } from './search.ts'

/** Options of a route whose list the server filters by the terms in the URL. */
export const filteredRoute = {
  validateSearch: nameFilter,
  loaderDeps: ({ search: { name } }: { search: NameFilter }) => ({ name }),
}

/** The parameters of a list beside its filter, its order and its place, such as the parent. */
export type QueryOf<Id extends FilteredId> = Id extends unknown
  ? Omit<CallInput<Id> extends { query?: infer Query } ? Query : never, 'filter' | 'limit' | 'pageToken'>
  : never

/** Returns the input of a list that is filtered by terms. */
export const filteredInput = <Id extends FilteredId>(query: QueryOf<Id>, terms: string | undefined) =>
  ({ query: { ...query, filter: ignorable(terms) } }) as unknown as CallInput<Id>

/**
 * Reads the page of a filtered list that a URL asks for, for loaders.
 * @param isSearchable whether the server can sort and count the list.
 */
export const filteredPageQuery = <Id extends FilteredId>(
  call: Call<Id>,
  query: QueryOf<Id>,
  search: Record<string, unknown>,
  isSearchable = true,
) => pageQuery(call, filteredInput<Id>(query, nameFilter(search).name), pagePlace(call, search, isSearchable))
