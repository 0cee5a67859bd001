import { LAST_ENTRY_KEY as KEY } from '../import-with-retry.ts'

/** The chosen entry of a menu, and where its menu is. */
export type LastEntry = {
  href: string
  /** Accessible name and description of the menu's button. */
  button: string | null
  subject: string | null
  entry: string
}

/** The user goes on, or an operation was sent: choosing the entry again would be another step. */
const NEXT_STEPS = ['pointerdown', 'keydown', 'granary:write']

/**
 * Remembers an entry until the next step. An entry that opens a dialog has done nothing else by then, so a page that is
 * reloaded because the code of the dialog is gone can choose it again.
 */
export function rememberEntry(button: Element | null, entry: string): void {
  if (!button) return
  const last: LastEntry = {
    href: location.href,
    button: button.getAttribute('aria-label') ?? button.textContent,
    subject: button.getAttribute('aria-description'),
    entry,
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(last))
  } catch {
    // Without storage the page is not reloaded by itself.
    return
  }
  for (const step of NEXT_STEPS) addEventListener(step, forgetEntry, { capture: true, once: true })
}

function forgetEntry(): void {
  sessionStorage.removeItem(KEY)
  for (const step of NEXT_STEPS) removeEventListener(step, forgetEntry, { capture: true })
}

/** Returns the last entry of this page before it was reloaded, once; null if the user has gone on since. */
export function takeLastEntry(): LastEntry | null {
  const last = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LastEntry | null
  forgetEntry()
  return last?.href === location.href ? last : null
}
