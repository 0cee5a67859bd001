import { addToast } from './toast/toast-store.ts'
import { announceOutage, waits } from './waits.ts'

/** Milliseconds between two attempts to reach the server. */
const RETRY_INTERVAL = 2_000
/** A second reload within this many milliseconds would be a loop. */
const RELOAD_INTERVAL = 30_000
/** Milliseconds from a reload to the start of the next page. */
const RELOAD_TIME = 1_000
const RELOAD_KEY = 'granary:reloaded'

/** What the imports that have failed wait for. Resolves to whether they can try again. */
let recovery: Promise<boolean> | undefined

/**
 * Returns an import that tries again after a lost connection, and reloads the page for code that is gone ({@link recoverImports}).
 * @throws the error of the import when a reload has not helped, or would lose a draft.
 */
export const importWithRetry =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    for (;;)
      try {
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        return await load()
      } catch (error) {
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (!(await recovery)) throw error
      }
  }

/** Recovers from failed imports, which Vite reports, and explains a reload that one has caused. Call it once, when the page starts. */
export function recoverImports(): void {
  addEventListener('vite:preloadError', () => {
    recovery ??= recover().finally(() => (recovery = undefined))
  })
  if (performance.timeOrigin - reloadedAt() < RELOAD_TIME)
    addToast({
      title: 'Page was reloaded',
      content: 'Its code was out of date. If your last step is missing, repeat it.',
      timeout: null,
    })
}

/**
 * Waits until the server answers. A server that answers at once has a newer build without the code: the page reloads at its target
 * address, but not before the user needs code.
 */
async function recover(): Promise<boolean> {
  if (!(await isServed())) return outage()
  if (waits.get() === 0) return needed()
  if (losesDraft() || !reload()) return false
  return new Promise(() => {})
}

async function outage(): Promise<true> {
  const end = announceOutage()
  // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
  do await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL))
  // oxlint-disable-next-line no-await-in-loop -- as above
  while (!(await isServed()))
  end()
  return true
}

/** Whether the server delivers a small file, which every host of the console has. */
const isServed = (): Promise<boolean> =>
  fetch('/theme.js', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Resolves when the user waits for code. */
const needed = (): Promise<true> =>
  new Promise((resolve) => {
    const end = waits.subscribe(() => {
      if (waits.get() === 0) return
      end()
      resolve(true)
    })
  })

/** Whether a reload would lose a draft: forms that keep none cancel this event, so that the browser asks. */
const losesDraft = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Reloads the page, unless that was just tried. Returns whether it does. */
function reload(): boolean {
  try {
    if (Date.now() - reloadedAt() < RELOAD_INTERVAL) return false
    sessionStorage.setItem(RELOAD_KEY, String(Date.now()))
  } catch {
    // Without storage a reload loop can't be ruled out.
    return false
  }
  location.reload()
  return true
}

const reloadedAt = (): number => Number(sessionStorage.getItem(RELOAD_KEY))
