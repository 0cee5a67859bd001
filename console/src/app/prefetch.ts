/** A route whose component may be yet to load. */
export type Page = { options: { component?: unknown } }

/** Fetches the code of pages, one by one while the browser is idle. A user who opens a page retries one that fails. */
export async function fetchPages(pages: Iterable<Page>): Promise<void> {
  for (const { options } of pages) {
    // A loaded component has no `preload` any more.
    const { preload } = (options.component ?? {}) as { preload?: () => Promise<void> }
    if (!preload) continue
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that they get in the way of nothing
    await idle()
      .then(preload)
      .catch(() => {})
  }
}

/** Browsers that are never idle, or draw no frames, count as idle after this time; milliseconds. */
const MAX_BUSY_MS = 2_000

/** Resolves when the browser is idle. Safari has no idle callbacks. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: MAX_BUSY_MS })
    else setTimeout(resolve)
  })

/** What browsers tell of the connection; Firefox and Safari tell nothing. */
type Connection = { saveData?: boolean; effectiveType?: 'slow-2g' | '2g' | '3g' | '4g' }
const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {}

/** Whether the user has set the browser to save data. */
export const savesData = (): boolean => connection().saveData === true

/** Whether code that the user may never need would cost them time or money. */
export const isScarce = (): boolean => savesData() || (connection().effectiveType ?? '4g') !== '4g'
