import type { QueryClient } from '@tanstack/react-query'
import { fromWire } from '../casing.ts'
import { type Change, isTouchedBy, projectNames } from './change.ts'
import { setLive } from './status.ts'

const PATH = '/experimental/v1/events'
/** Changes that come close together are one refetch; milliseconds. */
const GATHER = 150
/** No heartbeat for so long means that the connection is gone, whatever the browser thinks. */
const SILENCE = 40_000
const FIRST_RETRY = 1_000
const LONGEST_RETRY = 15_000
/** Where a server has no such path, what is in transition is read so often. */
const POLL = 3_000

/**
 * Keeps every query true for as long as the console is open: follows the server's changes, resumes after a lost
 * connection where it was, and reads again exactly what changed.
 * @returns ends it.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let cursor: string | null = null
  let retry = FIRST_RETRY
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const refresh = gather(queryClient)

  function heard(): void {
    retry = FIRST_RETRY
    setLive({ state: 'live' })
    clearTimeout(silence)
    silence = setTimeout(reconnect, SILENCE)
  }

  function connect(): void {
    if (ended) return
    source = new EventSource(cursor ? `${PATH}?cursor=${encodeURIComponent(cursor)}` : PATH)
    source.addEventListener('hello', (event) => {
      // After a gap that could not be resumed everything may have changed.
      if (cursor === null && retry > FIRST_RETRY) void queryClient.invalidateQueries()
      cursor = event.lastEventId
      heard()
    })
    source.addEventListener('reset', (event) => {
      cursor = event.lastEventId
      heard()
      void queryClient.invalidateQueries()
    })
    source.addEventListener('beat', heard)
    source.addEventListener('message', (event: MessageEvent<string>) => {
      cursor = event.lastEventId
      heard()
      refresh(fromWire(JSON.parse(event.data)) as Change)
    })
    source.addEventListener('error', reconnect)
  }

  function reconnect(): void {
    source?.close()
    clearTimeout(silence)
    clearTimeout(timer)
    if (ended) return
    setLive({ state: 'reconnecting' })
    timer = setTimeout(() => void probe(), retry * (0.5 + Math.random()))
    retry = Math.min(retry * 2, LONGEST_RETRY)
  }

  /** An event source does not say why it failed; a plain request does. */
  async function probe(): Promise<void> {
    const abort = new AbortController()
    const status = await fetch(PATH, { signal: abort.signal }).then(
      (response) => response.status,
      () => 0,
    )
    abort.abort()
    if (ended) return
    if (status === 404) return poll()
    connect()
  }

  function poll(): void {
    setLive({ state: 'polling' })
    timer = setTimeout(() => {
      void queryClient.invalidateQueries({ predicate: (query) => isInTransition(query.state.data) })
      poll()
    }, POLL)
  }

  connect()
  const goOn = () => navigator.onLine && reconnect()
  window.addEventListener('online', goOn)
  return () => {
    ended = true
    source?.close()
    clearTimeout(timer)
    clearTimeout(silence)
    window.removeEventListener('online', goOn)
  }
}

/** Gathers changes for a moment, then reads again what they touched and somebody looks at. */
function gather(queryClient: QueryClient): (change: Change) => void {
  let waiting: Change[] = []
  return (change) => {
    if (waiting.push(change) > 1) return
    setTimeout(() => {
      const changes = waiting
      waiting = []
      const names = projectNames(queryClient.getQueryCache().getAll())
      void queryClient.invalidateQueries(
        { predicate: ({ queryKey }) => changes.some((one) => isTouchedBy(one, queryKey, names)) },
        { cancelRefetch: true },
      )
    }, GATHER)
  }
}

const TRANSITION =
  /"(?:runState|state)":"(?:creating|starting|stopping|rebooting|migrating|attaching|detaching|finalizing)"/

/** Whether an answer contains something that will change by itself. */
const isInTransition = (data: unknown): boolean => data !== undefined && TRANSITION.test(JSON.stringify(data))
