import { createStore } from './store.ts'
import { addToast, dismissToast } from './toast/toast-store.ts'

/** Time between two attempts to reach the server, in milliseconds. */
const RETRY_INTERVAL = 2_000
/** A second reload within this time would be a loop, in milliseconds. */
const RELOAD_INTERVAL = 30_000
const RELOADED_AT = 'granary:reloaded'

/** The number of imports that wait for the server. */
const outages = createStore(0)

/**
 * Returns an import that outlasts a lost connection: it waits until the server answers and then tries again. When the code is still
 * missing, the server has a newer build (or the browser remembers the failure): then the page loads anew, at the address it is going to.
 * @throws the error of the import when a reload has not helped.
 */
export const patiently =
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
    // A small file that every host of the console has.
    const isServed = await fetch('/theme.js', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isServed) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL))
  }
}

/** Reloads the page, unless that has just been tried. Returns whether it does. */
function reload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_INTERVAL) return false
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  } catch {
    // Without storage a loop cannot be ruled out.
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

/** For code that a user waits for, not for code that is fetched ahead: a toast says so while it waits for the server. Returns how to end that. */
export function announceOutage(): () => void {
  announcers += 1
  update()
  return () => {
    announcers -= 1
    update()
  }
}
