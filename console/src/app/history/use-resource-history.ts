import type { CallOutput } from '@granary/contract/call.ts'
import { resourceHistory } from '@granary/contract/generated/client.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { usePageExtensions } from '../extension-page.ts'

export type HistoryPage = CallOutput<'resourceHistory'>

/** Interval between two reads of an open history, to show new changes; milliseconds. */
const INTERVAL_MS = 5_000

/** Reads the changes of a resource, newest first. */
export function useResourceHistory(id: string) {
  const call = usePageExtensions().call(resourceHistory)
  return useInfiniteQuery({
    queryKey: [call.id, { path: { resourceId: id } }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      request(
        call,
        { path: { resourceId: id }, query: pageParam === null ? {} : { before: pageParam } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page: HistoryPage) => page.nextBefore,
    // Older pages don't change, so only a list of one page is read again.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : INTERVAL_MS),
    throwOnError: false,
  })
}
