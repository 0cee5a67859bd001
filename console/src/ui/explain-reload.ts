import { type LastEntry, takeLastEntry } from './menu/last-entry.ts'
import { addToast } from './toast/toast-store.ts'

/** Milliseconds until the page must show the menu again. */
const PATIENCE = 10_000

/** Tells the user that the page was reloaded for missing code, and opens the dialog for which the code was missing. */
export async function explainReload(): Promise<void> {
  const last = takeLastEntry()
  addToast({
    title: 'Page was reloaded',
    content: last
      ? 'Its code was out of date.'
      : 'Its code was out of date. If your last step is missing, repeat it.',
    timeout: null,
  })
  if (last) await choose(last)
}

async function choose({ button, subject, entry }: LastEntry): Promise<void> {
  const trigger = await appears(
    'button[aria-haspopup=menu]',
    (element) =>
      (element.getAttribute('aria-label') ?? element.textContent) === button &&
      element.getAttribute('aria-description') === subject,
  )
  trigger?.click()
  const item = trigger && (await appears('[role=menuitem]', (element) => element.textContent === entry))
  item?.click()
}

/**
 * Resolves with an element once the page has it; null if the user goes on before, or it takes too long. Several such elements may be
 * rows of the same name, of which only one was meant.
 */
const appears = (selector: string, isIt: (element: Element) => boolean): Promise<HTMLElement | null> =>
  new Promise((resolve) => {
    const find = () => {
      const found = Array.from(document.querySelectorAll<HTMLElement>(selector)).filter(isIt)
      return found.length === 1 ? found[0] : undefined
    }
    const observer = new MutationObserver(() => settle(find()))
    const giveUp = () => end(null)
    const timer = setTimeout(giveUp, PATIENCE)
    const end = (found: HTMLElement | null) => {
      observer.disconnect()
      clearTimeout(timer)
      for (const step of ['pointerdown', 'keydown']) removeEventListener(step, giveUp, { capture: true })
      resolve(found)
    }
    const settle = (found: HTMLElement | undefined) => found && end(found)
    for (const step of ['pointerdown', 'keydown']) addEventListener(step, giveUp, { capture: true })
    observer.observe(document.body, { childList: true, subtree: true })
    settle(find())
  })
