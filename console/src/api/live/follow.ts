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
/** Milliseconds between polls of resources in transition, where a server has no event stream, and in the mean between the turns of a window. */
const POLL = 3_000
/** Milliseconds after which a hidden page closes its connection: browsers allow six per server, for all tabs together. */
const HIDDEN = 3_000
/** Event streams that the windows of a browser keep open at once: of its six connections, an upload takes three. */
const AT_ONCE = 2

/**
 * Keeps every query current while the console is open: follows the server's changes, resumes after a lost connection,
 * and refetches only changed data.
 * @returns a function that stops it.
 */
export function followChanges(queryClient: QueryClient): () => void {
  const stream = new ChangeStream(queryClient)
  if (hasExtensions() === false) stream.poll()
  else stream.connect()
  const stop = new AbortController()
  addEventListener('offline', stream.onOffline, stop)
  addEventListener('online', stream.onOnline, stop)
  document.addEventListener('visibilitychange', stream.onVisibility, stop)
  return () => {
    stream.end()
    stop.abort()
  }
}

/** Returns the protocol that the page came over; empty where the browser doesn't know it. */
const protocolOfPage = (): string =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.nextHopProtocol ?? ''

/** The connection to the server's changes, or polling where the server has none. */
class ChangeStream {
  #cursor: string | null = null
  #retry = INITIAL_RETRY_DELAY_MS
  #source: EventSource | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #state: 'connected' | 'resting' | 'polling' = 'connected'
  /** Whether the connection was lost, or never established. */
  #isAway = false
  readonly #refresher: Refresher
  /**
   * Tells the other windows of the browser that this one takes a turn, and nothing else: no window has to know how many there are. In
   * HTTP/2 all share one connection, and Web Locks would need TLS, which a proxy may offer with HTTP/1.1.
   */
  readonly #turns = /h[23]/.test(protocolOfPage()) ? null : new BroadcastChannel('events')
  /** Turns that other windows have taken since this one took its last. */
  #laterTurns = 0

  constructor(queryClient: QueryClient) {
    this.#refresher = refresherOf(queryClient)
    this.#turns?.addEventListener('message', () => {
      if (++this.#laterTurns < AT_ONCE || !this.#source) return
      this.#close()
      // The cursor then catches up.
      this.#timer = setTimeout(() => this.connect(), POLL * (0.5 + Math.random()))
    })
  }

  connect(): void {
    this.#close()
    // A tab in the background may never be looked at, whether it opens there or loses its connection there.
    if (document.hidden) return this.rest()
    this.#state = 'connected'
    this.#laterTurns = 0
    this.#turns?.postMessage(0)
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

  /** Waits without a connection until the page is visible. */
  rest(): void {
    this.#close()
    this.#state = 'resting'
  }

  end(): void {
    this.rest()
    this.#turns?.close()
  }

  onVisibility = (): void => {
    if (this.#state === 'resting' && !document.hidden) this.connect()
    if (this.#state !== 'connected') return
    clearTimeout(this.#timer)
    if (document.hidden) this.#timer = setTimeout(() => this.rest(), HIDDEN)
    // The user may have signed in in another tab.
    else if (!this.#source) void this.#probe()
  }

  /** The stream of a browser that went offline may stay open for long without a word. If the server answers, it is back at once. */
  onOffline = (): void => {
    if (this.#source) this.#reconnect()
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
    const wasAway = this.#isAway
    const isFirst = this.#cursor === null
    this.#trackMessage(event)
    this.#refresher.refresh(({ queryKey, state: { dataUpdatedAt, fetchStatus, status } }) =>
      isFirst
        ? // On a slow machine the page reads its data long before it connects.
          wasAway || isUncovered(dataUpdatedAt, Date.now())
        : // Another user may have signed in in another tab, also while this one was hidden.
          queryKey[0] === currentUserView.id ||
          // No change will trigger queries that failed during the outage, or that still wait for it.
          (wasAway && (status === 'error' || fetchStatus === 'fetching')),
    )
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
