import type { Query, QueryClient } from '@tanstack/react-query'
import { type Change, isTouchedBy, isView, projectNames } from './change.ts'

/** What one transaction changed arrives together and is one refetch; milliseconds. */
const TOGETHER = 16
/** The next refetch comes so much later, whatever happens: a stream of changes is no stream of reads. Milliseconds. */
const GATHER = 250
/** Whoever deletes what a page shows goes elsewhere next; read any sooner, its absence would flash as an error. */
const FAREWELL = 1_500

/** Reads queries again when what they show has changed. */
export type Refresher = {
  /** Gathers changes for a moment, then reads again what they touched and somebody looks at. */
  changed: (change: Change) => void
  /** Reads everything again that `which` names; the rest is left as it is. */
  refresh: (which?: (query: Query) => boolean) => void
}

/** Makes the {@link Refresher} of the console's queries. */
export function refresherOf(queryClient: QueryClient): Refresher {
  let waiting: Change[] = []
  let lastFlush = -Infinity
  const underWay = new Map<string, { again: boolean }>()
  const cache = queryClient.getQueryCache()

  /**
   * An answer that was on its way when the change happened may not know of it, so it is waited for and asked again; it is
   * not called off, as a stream of changes would then never let any answer arrive.
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

  function refresh(which: (query: Query) => boolean = () => true): void {
    for (const query of cache.findAll({ predicate: which })) {
      query.invalidate()
      if (query.isActive() && !query.isDisabled()) void reread(query)
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
    if (left.length > 0) setTimeout(() => refresh((query) => left.includes(query)), FAREWELL)
  }

  return {
    changed: (change) => {
      if (waiting.push(change) > 1) return
      setTimeout(flush, Math.max(TOGETHER, lastFlush + GATHER - performance.now()))
    },
    refresh,
  }
}
