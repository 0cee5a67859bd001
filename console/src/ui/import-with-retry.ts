import { createStore } from './store.ts'
import { addToast, dismissToast } from './toast/toast-store.ts'

/** Milliseconds between two attempts to reach the server. */
const RETRY_INTERVAL = 2_000
/** A second reload within this many milliseconds would be a loop. */
const RELOAD_INTERVAL = 30_000
/** Milliseconds from a reload to the start of the next page. */
const RELOAD_TIME = 1_000
const RELOAD_KEY = 'granary:reloaded'

/** Number of imports that wait for the server. */
const outages = createStore(0)
/** Number of parts that the user waits for. */
const announcers = createStore(0)

/**
 * Returns an import that survives a lost connection: it waits until the server answers and then retries. When the code
 * is still missing, the server has a newer build (or the browser remembers the failure): as soon as the user needs code,
 * the page reloads at its target address, or offers to if a draft would be lost.
 * @throws the error of the import when a reload has not helped.
 */
export const importWithRetry =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load()
    } catch {
      outages.set((count) => count + 1)
      await reachable()
      outages.set((count) => count - 1)
    }
    try {
      return await load()
    } catch (error) {
      await needed()
      if (losesDraft()) offerReload()
      else if (!reload()) throw error
      return await new Promise(() => {})
    }
  }

let waiting: Promise<void> | undefined

/** Resolves when the server delivers files again. All callers share one series of attempts. */
function reachable(): Promise<void> {
  waiting ??= poll().finally(() => (waiting = undefined))
  return waiting
}

async function poll(): Promise<void> {
  for (;;) {
    // A small file that every host of the console serves.
    const isServed = await fetch('/theme.js', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isServed) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL))
  }
}

/** Resolves when the user waits for code. Missing code that was only prefetched is no reason to reload. */
const needed = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (announcers.get() === 0) return
      end()
      resolve()
    }
    const end = announcers.subscribe(check)
    check()
  })

/** Whether a reload would lose a draft: forms that keep none cancel this event, so that the browser asks. */
const losesDraft = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

let isOffered = false

/** Shows a toast that asks the user to reload. */
export function offerReload(): void {
  if (isOffered) return
  isOffered = true
  addToast({
    variant: 'error',
    title: 'Page is out of date',
    content: 'This step needs code that the server no longer has. Copy unsaved text, then reload the page.',
    link: { text: 'Reload page', href: '' },
    timeout: null,
  })
}

let isReloading = false

/** Reloads the page, unless that was just tried. Returns whether it does. */
function reload(): boolean {
  if (isReloading) return true
  try {
    if (Date.now() - reloadedAt() < RELOAD_INTERVAL) return false
    sessionStorage.setItem(RELOAD_KEY, String(Date.now()))
  } catch {
    // Without storage a reload loop can't be ruled out.
    return false
  }
  isReloading = true
  location.reload()
  return true
}

const reloadedAt = (): number => Number(sessionStorage.getItem(RELOAD_KEY))

/** Tells the user that the page was reloaded for missing code. Call it once. */
export function explainReload(): void {
  try {
    if (performance.timeOrigin - reloadedAt() > RELOAD_TIME) return
  } catch {
    // Without storage there is no reload.
    return
  }
  addToast({
    title: 'Page was reloaded',
    content: 'Its code was out of date. If your last step is missing, repeat it.',
    timeout: null,
  })
}

let toast: number | null = null

function update(): void {
  const isShown = announcers.get() > 0 && outages.get() > 0
  if (isShown && toast === null)
    toast = addToast({
      variant: 'error',
      title: 'Server not reachable',
      content: 'The page opens as soon as the server answers.',
      timeout: null,
    })
  if (isShown || toast === null) return
  dismissToast(toast)
  toast = null
}
outages.subscribe(update)
announcers.subscribe(update)

/**
 * Shows a toast while code that the user needs waits for the server; prefetched code doesn't need it. Returns a
 * function that removes it.
 */
export function announceOutage(): () => void {
  announcers.set((count) => count + 1)
  return () => announcers.set((count) => count - 1)
}
