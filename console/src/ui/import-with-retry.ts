import { createStore } from './store.ts'
import { addToast, dismissToast } from './toast/toast-store.ts'

/** Milliseconds between two attempts to reach the server. */
const RETRY_INTERVAL = 2_000
/** A second reload within this many milliseconds would be a loop. */
const RELOAD_INTERVAL = 30_000
const RELOAD_KEY = 'granary:reloaded'

/** Number of imports that wait for the server. */
const outages = createStore(0)

/**
 * Returns an import that survives a lost connection: it waits until the server answers and then retries. When the code
 * is still missing, the server has a newer build (or the browser remembers the failure), and the page reloads at its
 * target address.
 * @throws the error of the import when a reload has not helped.
 */
export const importWithRetry =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load()
    } catch {
      return await afterOutage(load)
    }
  }

async function afterOutage<Module>(load: () => Promise<Module>): Promise<Module> {
  outages.set((count) => count + 1)
  try {
    await reachable()
    return await load()
  } catch (error) {
    if (!reload()) throw error
    return await new Promise(() => {})
  } finally {
    outages.set((count) => count - 1)
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

/** Reloads the page, unless that was just tried. Returns whether it does. */
function reload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOAD_KEY)) < RELOAD_INTERVAL) return false
    sessionStorage.setItem(RELOAD_KEY, String(Date.now()))
  } catch {
    // Without storage a reload loop can't be ruled out.
    return false
  }
  location.reload()
  return true
}

let announcers = 0
let toast: number | null = null

function update(): void {
  const isShown = announcers > 0 && outages.get() > 0
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

/**
 * Shows a toast while code that the user needs waits for the server; prefetched code doesn't need it. Returns a
 * function that removes it.
 */
export function announceOutage(): () => void {
  announcers += 1
  update()
  return () => {
    announcers -= 1
    update()
  }
}
