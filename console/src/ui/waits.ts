import { createStore, type Store } from './store.ts'
import { addToast, dismissToast, type Toast, toastStore } from './toast/toast-store.ts'

/** Milliseconds of waiting for a part of a page below which no bar is shown. */
const BAR_DELAY = 300
/** Milliseconds that the bar takes to finish. */
const FADE_OUT = 300
/** Milliseconds of waiting after which a reload is offered: a request that hangs never fails. */
const LONG_WAIT = 8_000

const UNREACHABLE: Toast = {
  variant: 'error',
  title: 'Server not reachable',
  content: 'The page opens as soon as the server answers.',
  timeout: null,
}
const reload = { text: 'Reload page', href: '' }
const SLOW: Toast = {
  variant: 'error',
  title: 'Still loading',
  content: 'This takes longer than usual. You can wait, or reload the page.',
  link: reload,
  timeout: null,
}
const OUT_OF_DATE: Toast = {
  variant: 'error',
  title: 'Page is out of date',
  content: 'This step needs code that the server no longer has. Copy unsaved text, then reload the page.',
  link: reload,
  timeout: null,
}

/** Number of pages and parts that the user waits for. */
export const waits = createStore(0)
/** Number of those that take long. */
const longWaits = createStore(0)
/** Number of imports that wait for the server. */
const outages = createStore(0)

/** Adds one to a count. Returns a function that takes it away, once. */
function count(store: Store<number>): () => void {
  let added = 1
  store.set((before) => before + 1)
  return () => {
    store.set((before) => before - added)
    added = 0
  }
}

/** The bar at the top of the window. A bar with another key starts again. */
export const bar = createStore<{ key: number; done: boolean } | null>(null)
let lastKey = 0
let fadeOut: ReturnType<typeof setTimeout> | undefined

function startBar(): void {
  clearTimeout(fadeOut)
  if (bar.get()?.done !== false) bar.set({ key: ++lastKey, done: false })
}

function finishBar(): void {
  bar.set((before) => before && { ...before, done: true })
  fadeOut = setTimeout(() => bar.set(null), FADE_OUT)
}

let isOutOfDate = false
let shown: { message: Toast; id: number } | null = null

function update(): void {
  if (waits.get() === 0 && bar.get()?.done === false) finishBar()
  const message = messageOf()
  if (message === (shown?.message ?? null)) return
  if (shown) dismissToast(shown.id)
  shown = message && { message, id: addToast(message) }
}
for (const store of [waits, longWaits, outages]) store.subscribe(update)

function messageOf(): Toast | null {
  if (isOutOfDate) return OUT_OF_DATE
  if (waits.get() === 0) return null
  if (outages.get() > 0) return UNREACHABLE
  return longWaits.get() > 0 ? SLOW : null
}

/**
 * Shows the user that a page or a part of one loads, and after a while a toast that offers to reload. Prefetched code
 * needs neither. Returns a function that ends the wait.
 * @param barDelay milliseconds of waiting below which no bar is shown.
 */
export function announceWait(barDelay = BAR_DELAY): () => void {
  const end = count(waits)
  let endLong: (() => void) | undefined
  const showBar = setTimeout(startBar, barDelay)
  const offer = setTimeout(() => (endLong = count(longWaits)), LONG_WAIT)
  return () => {
    clearTimeout(showBar)
    clearTimeout(offer)
    endLong?.()
    end()
  }
}

/** Starts an outage, which a toast shows while the user waits. Returns a function that ends it. */
export const announceOutage = (): (() => void) => count(outages)

/** Shows a toast that asks the user to reload, because the server no longer has code of this page. */
export function offerReload(): void {
  isOutOfDate = true
  // A user who has dismissed it needs it again.
  if (!toastStore.get().some(({ id }) => id === shown?.id)) shown = null
  update()
}
