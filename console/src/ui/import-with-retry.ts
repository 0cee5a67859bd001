import { announceOutage, offerReload, waits } from './waits.ts'

/** Milliseconds between two attempts to reach the server. */
const RETRY_INTERVAL = 2_000
/** A second reload within this many milliseconds would be a loop. */
const RELOAD_INTERVAL = 30_000
/** Milliseconds from a reload to the start of the next page. */
const RELOAD_TIME = 1_000
const RELOAD_KEY = 'granary:reloaded'
/** Where `menu/last-entry.ts` remembers the chosen entry of a menu. */
export const LAST_ENTRY_KEY = 'granary:last-entry'

/**
 * Returns an import that survives a lost connection: it waits until the server answers and then retries. When the code
 * is still missing, the server has a newer build (or the browser remembers the failure): as soon as the user needs code,
 * the page reloads at its target address, or offers to if a draft would be lost.
 * @param onGone runs before the page waits for such a reload.
 * @throws the error of the import when a reload has not helped.
 */
export const importWithRetry =
  <Module>(load: () => Promise<Module>, onGone?: () => void) =>
  async (): Promise<Module> => {
    try {
      return await load()
    } catch {
      const end = announceOutage()
      await reachable()
      end()
    }
    try {
      return await load()
    } catch (error) {
      await needed()
      if (losesDraft()) offerReload()
      else if (!reload()) throw error
      onGone?.()
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
      if (waits.get() === 0) return
      end()
      resolve()
    }
    const end = waits.subscribe(check)
    check()
  })

/** Whether a reload would lose a draft: forms that keep none cancel this event, so that the browser asks. */
const losesDraft = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

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

/** Explains to the user that the page was reloaded for missing code. Call it once, when the page starts. */
export async function explainReload(): Promise<void> {
  try {
    if (performance.timeOrigin - reloadedAt() > RELOAD_TIME) {
      // The user has reloaded the page, and goes on from there.
      sessionStorage.removeItem(LAST_ENTRY_KEY)
      return
    }
    await (await import('./explain-reload.ts')).explainReload()
  } catch {
    // Without storage there is no reload.
  }
}
