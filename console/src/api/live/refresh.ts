import type { Query, QueryClient } from '@tanstack/react-query'
import { type Change, isTouchedBy, isView, projectNames } from './change.ts'

/** Milliseconds in which changes are batched into one refetch, such as those of one transaction. */
const BATCH_WINDOW_MS = 16
/** Minimum milliseconds between two refetches, so that a stream of changes isn't a stream of reads. */
const MIN_REFETCH_INTERVAL_MS = 250
/** Delay after a deletion: its page navigates away next, and an earlier refetch would flash an error. */
const DELAY_AFTER_DELETE_MS = 1_500

/** Refetches queries when their data has changed. */
export type Refresher = {
  /** Batches changes for a moment, then refetches the active queries that they affect. */
  changed: (change: Change) => void
  /** Refetches every query that `which` selects, and no other. */
  refresh: (which?: (query: Query) => boolean) => void
}

/** Makes the {@link Refresher} of the console's queries. */
export function refresherOf(queryClient: QueryClient): Refresher {
  let waiting: Change[] = []
  let lastFlush = -Infinity
  const underWay = new Map<string, { again: boolean }>()
  const cache = queryClient.getQueryCache()

  /**
   * Waits for a read that is in flight, because its answer may be older than the change, and then refetches. It doesn't
   * cancel the read: during a stream of changes no answer would ever arrive.
   */
  async function reread(query: Query): Promise<void> {
    const { queryHash, queryKey } = query
    const busy = underWay.get(queryHash)
    if (busy) {
      busy.again = true
      return
    }
    const turn = { again: query.state.fetchStatus === 'fetching' }
    underWay.set(queryHash, turn)
    try {
      await queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
    } finally {
      underWay.delete(queryHash)
    }
    if (turn.again) await reread(query)
  }

  /**
   * Marks the answer of a read that is in flight as stale once it has arrived, because it may be older than the change. A
   * page that is about to open reads before it is shown.
   */
  async function invalidateOnArrival(query: Query): Promise<void> {
    await query.fetch(undefined, { cancelRefetch: false }).catch(() => {})
    query.invalidate()
    if (query.isActive()) void reread(query)
  }

  function refresh(which: (query: Query) => boolean = () => true): void {
    for (const query of cache.findAll({ predicate: which })) {
      query.invalidate()
      if (query.isActive() && !query.isDisabled()) void reread(query)
      else if (query.state.fetchStatus === 'fetching') void invalidateOnArrival(query)
    }
  }

  function flush(): void {
    const changes = waiting
    waiting = []
    lastFlush = performance.now()
    const names = projectNames(cache.getAll())
    const touches = (query: Query, gone: boolean) =>
      changes.some(
        (change) =>
          (change.action === 'deleted' && isView(query)) === gone && isTouchedBy(change, query, names),
      )
    refresh((query) => touches(query, false))
    const left = cache.findAll({ predicate: (query) => touches(query, true) })
    if (left.length > 0) setTimeout(() => refresh((query) => left.includes(query)), DELAY_AFTER_DELETE_MS)
  }

  return {
    changed: (change) => {
      if (waiting.push(change) > 1) return
      setTimeout(flush, Math.max(BATCH_WINDOW_MS, lastFlush + MIN_REFETCH_INTERVAL_MS - performance.now()))
    },
    refresh,
  }
}
