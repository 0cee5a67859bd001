import type { Call, CallInput, ItemOf } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { useExtensions } from '../../../api/extensions.ts'
import { ALL, allQuery, orderOf, pageQuery, readUpTo } from '../../../api/queries.ts'
import { useCurrentSearch } from '../../route-params.ts'
import { useNavigateHere } from './use-navigate-here.ts'
import { PAGE_SIZES, placeOf, type Sort, sortParameter, sortsOf } from './list-place.ts'

export type Total = { count: number; isCapped: boolean }
type Page<Item> = { items: Item[]; nextPage: string | null; total?: Total }

/**
 * Reads one page of a list at a time, with next and previous. The place is in the URL, so that Back and a reload keep it.
 * @param isSearchable whether the server can sort the list by name, and count it.
 * @param maxSize the most rows per page that the server returns.
 */
export function usePage<Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id>,
  isSearchable = false,
  maxSize: number = ALL,
) {
  const queryClient = useQueryClient()
  const extensions = useExtensions()
  const { search, turn, change } = usePlace()
  const fields = sortsOf(call, isSearchable)
  const { page, size, sort, token } = placeOf(search, fields, maxSize)
  const listed = input as CallInput<Id> & { query?: object }
  const query = useQuery({
    ...pageQuery(call, listed, { token, size, sort, counts: isSearchable }),
    ...(token && { throwOnError: false }),
  })
  const inOrder = { ...listed, query: { ...listed.query, ...orderOf(sort) } } as typeof listed
  const data = query.data as Page<ItemOf<Id>> | undefined
  const isChangingPage = query.isPlaceholderData
  useScrollToTop(page, isChangingPage)
  // A server never accepts a token that it has refused, such as one of another order.
  const isRefused = token !== undefined && query.error instanceof ApiError && query.error.statusCode === 400
  useEffect(() => {
    if (isRefused) turn.toFirst()
  }, [isRefused]) // oxlint-disable-line react/exhaustive-deps -- once for each refusal
  const next = data?.nextPage
  return {
    rows: data?.items,
    /** The error of the last attempt while there is no data. */
    error: data || isRefused ? null : query.error,
    /** The error of the last attempt while older data is shown. */
    refreshError: data && !isRefused ? query.error : null,
    isFetching: query.isFetching,
    /** While the next page loads the previous one stays. */
    isChangingPage,
    updatedAt: query.dataUpdatedAt,
    refetch: () => query.refetch(),
    /** Identifies the list: another input is another list. */
    key: JSON.stringify(input),
    /** Reads the rows of all pages. */
    readAll: (): Promise<ItemOf<Id>[]> => queryClient.fetchQuery(allQuery(call, inOrder, maxSize)),
    /** Reads rows of all pages up to a number, in the order of the list. */
    readUpTo: (max: number) => readUpTo(call, inOrder, max),
    isFirst: page === 1,
    hasNext: (data?.items.length ?? 0) === size && Boolean(next) && !isChangingPage,
    /** Whether the server has another page, which may be empty. */
    hasToken: Boolean(next) && !isChangingPage,
    next: () => next && turn.toNext(page, token, next),
    previous: () => turn.toPrevious(page),
    size,
    sizes: PAGE_SIZES.filter((one) => one <= maxSize),
    onSize: (to: number) => change({ size: to }),
    /** Index of the first row in the whole list. */
    offset: (page - 1) * size,
    total: data?.total,
    sort: {
      ...sort,
      // A server without extensions sorts by name only.
      fields: fields.filter((field) => extensions || field === 'name'),
      onSort: (to: Sort) => change({ sort: sortParameter(to) }),
    },
  }
}

export type PageState<Id extends OperationId> = ReturnType<typeof usePage<Id>>

type State = { tokens?: (string | null)[] }

/**
 * The place in the URL. The tokens of earlier pages are in the state of the history entry, which a reload keeps.
 *
 * The place is that of the shown page: the location is that of the next page as soon as the user leaves, and the list would be
 * rendered again at another place, in the moment of the click.
 */
function usePlace() {
  const navigate = useNavigateHere()
  const router = useRouter()
  const search: object = useCurrentSearch()
  const go = (page: number, token: string | null | undefined, tokens: (string | null)[]) =>
    navigate({
      search: (before) => ({
        ...before,
        page: page > 1 ? page : undefined,
        token: token ?? undefined,
      }),
      state: { tokens } as never,
      resetScroll: false,
    })
  const earlierTokens = () => (router.latestLocation.state as State).tokens ?? []
  const turn = {
    toNext: (page: number, token: string | undefined, next: string) =>
      go(page + 1, next, [...earlierTokens().slice(0, page - 1), token ?? null]),
    toPrevious: (page: number) => {
      const earlier = earlierTokens()
      // A link to a page doesn't know the way back, so it leads to the first one.
      return earlier.length === page - 1
        ? go(page - 1, earlier.at(-1), earlier.slice(0, -1))
        : go(1, null, [])
    },
    toFirst: () => go(1, null, []),
  }
  const change = (parameters: object) => changeList(navigate, parameters)
  return { search, turn, change }
}

/** Changes parameters of a list in the URL, which then starts at its first page. */
export const changeList = (
  navigate: ReturnType<typeof useNavigateHere>,
  parameters: object,
  { replace = false } = {},
): void =>
  navigate({
    search: (before) => ({ ...before, ...parameters, page: undefined, token: undefined }),
    resetScroll: false,
    replace,
  })

/** Scrolls to the top when another page is shown: until its rows have loaded the old ones stay. */
function useScrollToTop(page: number, isChanging: boolean): void {
  const shown = useRef(page)
  useEffect(() => {
    if (isChanging || shown.current === page) return
    shown.current = page
    window.scrollTo({ top: 0 })
  }, [isChanging, page])
}
