import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import type { Period } from '../../ui/chart/lines.ts'
import { searchOfZoom, zoomOfSearch } from '../../ui/time-range/linked-zoom.ts'
import { answerQuery } from './answer-query.ts'
import { pinnedQuery } from './pinned-query.ts'
import type { QuerySearch, Scope } from './scope.ts'

/**
 * Reads the answer to the query of the URL, for the time that the URL names. A zoomed period puts the time of the answer into the
 * URL, because `@now()` would be another time when the link is opened. Resetting the zoom takes it away again, but not the
 * time of a link.
 * @param isEnabled whether there is a query without mistakes.
 * @returns the answer; the time of the URL or null; the zoomed period with its setter; and a function that answers the query for the
 *   present time.
 */
export function useLinkedAnswer(scope: Scope, search: QuerySearch, isEnabled: boolean) {
  const navigate = useNavigateHere()
  const client = useQueryClient()
  const q = search.q ?? ''
  const at = isEnabled && search.at !== undefined ? Date.parse(search.at) : null
  const live = answerQuery(scope, q)
  const pinned = (time: number) => answerQuery(scope, pinnedQuery(q, time))
  const answered = at === null ? live : pinned(at)
  // Old points don't change.
  const staleTime = at === null ? undefined : Infinity
  const answer = useQuery({ ...answered, enabled: isEnabled, ...(staleTime !== undefined && { staleTime }) })
  const change = (next: QuerySearch) => navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const [zoomedAt, setZoomedAt] = useState<number | null>(null)
  const setZoom = (zoom: Period | null) => {
    if (zoom === null && at === zoomedAt) return change({ zoom: undefined, at: undefined })
    if (zoom === null || at !== null) return change(searchOfZoom(zoom))
    const time = answer.dataUpdatedAt
    // The answer is on the page already.
    client.setQueryData(pinned(time).queryKey, answer.data)
    setZoomedAt(time)
    change({ ...searchOfZoom(zoom), at: new Date(time).toISOString() })
  }
  const runNow = () => {
    if (at === null) return void answer.refetch()
    void client.prefetchQuery({ ...live, staleTime: 0 })
    change({ at: undefined, zoom: undefined })
  }
  return { answer, queryKey: answered.queryKey, at, zoom: zoomOfSearch(search), setZoom, runNow }
}
