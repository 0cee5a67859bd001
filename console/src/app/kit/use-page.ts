import type { Call, CallInput, ItemOf } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { allQuery, PAGE_SIZE, pageQuery } from '../../api/queries.ts'

type Page<Item> = { items: Item[]; nextPage: string | null }

/**
 * Reads one page of a list at a time, with next and previous. The earlier pages are remembered while the list is shown;
 * another input starts at the first page.
 */
export function usePage<Id extends OperationId>(call: Call<Id>, input: CallInput<Id>) {
  const key = JSON.stringify(input)
  const queryClient = useQueryClient()
  const [place, setPlace] = useState<{ key: string; tokens: string[] }>({ key, tokens: [] })
  const tokens = place.key === key ? place.tokens : []
  const query = useQuery({
    ...pageQuery(call, input as CallInput<Id> & { query?: object }, tokens.at(-1)),
    ...(tokens.length > 0 && { throwOnError: false }),
  })
  const data = query.data as Page<ItemOf<Id>> | undefined
  const token = data?.nextPage
  const isTurning = useRef(false)
  const go = (next: string[]) => {
    isTurning.current = true
    setPlace({ key, tokens: next })
  }
  const isChangingPage = query.isPlaceholderData
  useEffect(() => {
    if (!isTurning.current || isChangingPage) return
    isTurning.current = false
    // Only now: until the new rows have loaded the old ones stay.
    window.scrollTo({ top: 0 })
  }, [isChangingPage, tokens.length])
  return {
    rows: data?.items,
    /** The error of the last attempt while there is no data. */
    error: data ? null : query.error,
    /** The error of the last attempt while older data is shown. */
    refreshError: data ? query.error : null,
    isFetching: query.isFetching,
    /** While the next page loads the previous one stays. */
    isChangingPage,
    updatedAt: query.dataUpdatedAt,
    refetch: () => query.refetch(),
    /** Identifies the list: another input is another list. */
    key,
    /** Reads the rows of all pages. */
    readAll: (): Promise<ItemOf<Id>[]> =>
      queryClient.fetchQuery(allQuery(call, input as CallInput<Id> & { query?: object })),
    isFirst: tokens.length === 0,
    hasNext: (data?.items.length ?? 0) === PAGE_SIZE && Boolean(token) && !isChangingPage,
    next: () => token && go([...tokens, token]),
    previous: () => go(tokens.slice(0, -1)),
  }
}

export type PageState<Id extends OperationId> = ReturnType<typeof usePage<Id>>
