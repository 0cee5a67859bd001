import { currentUserView } from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { fromWire } from '../casing.ts'
import { hasExtensions } from '../extensions.ts'
import { signInAgain } from '../request.ts'
import type { Change } from './change.ts'
import { type Refresher, refresherOf } from './refresh.ts'
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
  const stream = new ChangeStream(queryClient)
  if (hasExtensions() === false) stream.poll()
  else stream.connect()
  window.addEventListener('offline', stream.onOffline)
  window.addEventListener('online', stream.onOnline)
  document.addEventListener('visibilitychange', stream.onVisibility)
  return () => {
    stream.end()
    window.removeEventListener('offline', stream.onOffline)
    window.removeEventListener('online', stream.onOnline)
    document.removeEventListener('visibilitychange', stream.onVisibility)
  }
}

/** The connection to the server's changes, or polling where the server has none. */
class ChangeStream {
  #cursor: string | null = null
  #retry = INITIAL_RETRY_DELAY_MS
  #source: EventSource | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #state: 'connected' | 'resting' | 'polling' | 'ended' = 'connected'
  /** Whether the connection was lost, or never established. */
  #isAway = false
  readonly #refresher: Refresher

  constructor(queryClient: QueryClient) {
    this.#refresher = refresherOf(queryClient)
  }

  connect(): void {
    this.#close()
    this.#state = 'connected'
    const { changed, refresh } = this.#refresher
    const source = new EventSource(this.#cursor ? `${PATH}?cursor=${encodeURIComponent(this.#cursor)}` : PATH)
    this.#source = source
    source.addEventListener('hello', (event) => this.#onHello(event))
    source.addEventListener('reset', (event: MessageEvent<string>) => {
      this.#trackMessage(event)
      refresh()
    })
    source.addEventListener('beat', (event) => {
      this.#trackMessage(event)
      // A short outage may spare the stream.
      refresh(hadNoServer)
    })
    source.addEventListener('message', (event: MessageEvent<string>) => {
      this.#trackMessage(event)
      changed(fromWire(JSON.parse(event.data)) as Change)
    })
    source.addEventListener('error', () => this.#reconnect())
  }

  poll(): void {
    this.#state = 'polling'
    setLive({ state: 'polling' })
    this.#timer = setTimeout(() => {
      if (!document.hidden)
        this.#refresher.refresh((query) => isInTransition(query.state.data) || hadNoServer(query))
      this.poll()
    }, POLL)
  }

  end(): void {
    this.#close()
    this.#state = 'ended'
  }

  onVisibility = (): void => {
    if (this.#state === 'resting' && !document.hidden) this.connect()
    if (this.#state !== 'connected') return
    if (this.#source) {
      clearTimeout(this.#timer)
      if (document.hidden) this.#timer = setTimeout(() => this.#rest(), HIDDEN)
    } else if (!document.hidden) {
      // The user may have signed in in another tab.
      clearTimeout(this.#timer)
      void this.#probe()
    }
  }

  /** The stream of a browser that went offline may stay open for long without a word. If the server answers, it is back at once. */
  onOffline = (): void => {
    if (this.#state === 'connected' && this.#source) this.#reconnect()
  }

  onOnline = (): void => {
    if (this.#state === 'polling') this.#refresher.refresh(({ state: { status } }) => status === 'error')
    if (this.#state === 'connected' && !this.#source) {
      this.#retry = INITIAL_RETRY_DELAY_MS
      this.connect()
    }
  }

  /** The server repeats the most recent changes, but not those during an outage. */
  #onHello(event: MessageEvent): void {
    const { refresh } = this.#refresher
    const wasAway = this.#isAway
    const isFirst = this.#cursor === null
    this.#trackMessage(event)
    if (isFirst && wasAway) refresh()
    // On a slow machine the page reads its data long before it connects.
    else if (isFirst) refresh(({ state: { dataUpdatedAt } }) => isUncovered(dataUpdatedAt, Date.now()))
    // Queries that failed during the outage, or that still wait for it, are refetched: no change will trigger it.
    else if (wasAway)
      refresh(({ state: { status, fetchStatus } }) => status === 'error' || fetchStatus === 'fetching')
    // Another user may have signed in in another tab, also while this one was hidden.
    if (!isFirst) refresh(({ queryKey }) => queryKey[0] === currentUserView.id)
  }

  #trackMessage(event: MessageEvent): void {
    this.#cursor = event.lastEventId
    this.#retry = INITIAL_RETRY_DELAY_MS
    this.#isAway = false
    setLive({ state: 'live' })
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#reconnect(), HEARTBEAT_TIMEOUT_MS)
  }

  #close(): void {
    this.#source?.close()
    this.#source = null
    clearTimeout(this.#silence)
    clearTimeout(this.#timer)
  }

  #rest(): void {
    this.#close()
    this.#state = 'resting'
  }

  #reconnect(state: 'reconnecting' | 'signed out' = 'reconnecting'): void {
    this.#close()
    this.#isAway = true
    setLive({ state })
    this.#timer = setTimeout(() => void this.#probe(), this.#retry * (0.5 + Math.random()))
    this.#retry = Math.min(this.#retry * 2, MAX_RETRY_DELAY_MS)
  }

  /** An event source gives no reason for a failure; a plain request does. */
  async #probe(): Promise<void> {
    const abort = new AbortController()
    const status = await fetch(PATH, { signal: abort.signal }).then(
      (response) => response.status,
      () => 0,
    )
    abort.abort()
    // The browser may be online again, and connected.
    if (this.#state !== 'connected' || this.#source) return
    if (status === 404) this.poll()
    else if (status === 200) this.connect()
    // Signed out, perhaps in another tab: the page must not show the data any more.
    else if (status === 401 && signInAgain()) this.#close()
    else this.#reconnect(status === 401 ? 'signed out' : 'reconnecting')
  }
}
