import type { QueryClient } from '@tanstack/react-query'
import { fromWire } from '../casing.ts'
import { hasExtensions } from '../extensions.ts'
import { signInAgain } from '../request.ts'
import type { Change } from './change.ts'
import { refresherOf } from './refresh.ts'
import { hadNoServer, isInTransition, isUncovered } from './stale.ts'
import { setLive } from './status.ts'

const PATH = '/experimental/v1/events'
/** Milliseconds without a heartbeat after which the connection counts as lost, whatever the browser reports. */
const HEARTBEAT_TIMEOUT_MS = 40_000
const INITIAL_RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 15_000
/** Milliseconds between polls of resources in transition, where a server has no event stream. */
const POLL = 3_000
/** Milliseconds after which a hidden page closes its connection, because browsers allow few of them per server. */
const HIDDEN = 30_000

/**
 * Keeps every query current while the console is open: follows the server's changes, resumes after a lost connection,
 * and refetches only changed data.
 * @returns a function that stops it.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let cursor: string | null = null
  let retry = INITIAL_RETRY_DELAY_MS
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let state: 'connected' | 'resting' | 'polling' | 'ended' = 'connected'
  /** Whether the connection was lost, or never established. */
  let isAway = false
  const { changed, refresh } = refresherOf(queryClient)

  function trackMessage(event: MessageEvent): void {
    cursor = event.lastEventId
    retry = INITIAL_RETRY_DELAY_MS
    isAway = false
    setLive({ state: 'live' })
    clearTimeout(silence)
    silence = setTimeout(reconnect, HEARTBEAT_TIMEOUT_MS)
  }

  function connect(): void {
    close()
    state = 'connected'
    source = new EventSource(cursor ? `${PATH}?cursor=${encodeURIComponent(cursor)}` : PATH)
    source.addEventListener('hello', (event) => {
      // The server repeats the most recent changes, but not those during an outage.
      const wasAway = isAway
      const isFirst = cursor === null
      trackMessage(event)
      if (isFirst && wasAway) refresh()
      // On a slow machine the page reads its data long before it connects.
      else if (isFirst) refresh(({ state: { dataUpdatedAt } }) => isUncovered(dataUpdatedAt, Date.now()))
      // Queries that failed during the outage, or that still wait for it, are refetched: no change will trigger it.
      else if (wasAway)
        refresh(({ state: { status, fetchStatus } }) => status === 'error' || fetchStatus === 'fetching')
    })
    source.addEventListener('reset', (event: MessageEvent<string>) => {
      trackMessage(event)
      refresh()
    })
    source.addEventListener('beat', (event) => {
      trackMessage(event)
      // A short outage may spare the stream.
      refresh(hadNoServer)
    })
    source.addEventListener('message', (event: MessageEvent<string>) => {
      trackMessage(event)
      changed(fromWire(JSON.parse(event.data)) as Change)
    })
    source.addEventListener('error', reconnect)
  }

  function close(): void {
    source?.close()
    source = null
    clearTimeout(silence)
    clearTimeout(timer)
  }

  function reconnect(): void {
    close()
    isAway = true
    setLive({ state: 'reconnecting' })
    timer = setTimeout(() => void probe(), retry * (0.5 + Math.random()))
    retry = Math.min(retry * 2, MAX_RETRY_DELAY_MS)
  }

  /** An event source gives no reason for a failure; a plain request does. */
  async function probe(): Promise<void> {
    const abort = new AbortController()
    const status = await fetch(PATH, { signal: abort.signal }).then(
      (response) => response.status,
      () => 0,
    )
    abort.abort()
    // The browser may be online again, and connected.
    if (state !== 'connected' || source) return
    if (status === 404) poll()
    else if (status === 200) connect()
    // Signed out, perhaps in another tab: the page must not show the data any more.
    else if (status === 401 && signInAgain()) close()
    else reconnect()
  }

  function poll(): void {
    state = 'polling'
    setLive({ state: 'polling' })
    timer = setTimeout(() => {
      if (!document.hidden) refresh((query) => isInTransition(query.state.data) || hadNoServer(query))
      poll()
    }, POLL)
  }

  function onVisibility(): void {
    if (state === 'connected' && document.hidden) {
      timer = setTimeout(() => {
        close()
        state = 'resting'
      }, HIDDEN)
    } else if (state === 'resting' && !document.hidden) connect()
    else if (source) clearTimeout(timer)
  }

  /** The stream of a browser that went offline may stay open for long without a word. If the server answers, it is back at once. */
  function onOffline(): void {
    if (state === 'connected' && source) reconnect()
  }

  function onOnline(): void {
    if (state === 'polling') refresh(({ state: { status } }) => status === 'error')
    if (state === 'connected' && !source) {
      retry = INITIAL_RETRY_DELAY_MS
      connect()
    }
  }

  if (hasExtensions() === false) poll()
  else connect()
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    close()
    state = 'ended'
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
