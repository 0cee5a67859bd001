const PREFIX = 'scroll-position-'

/**
 * Notes how far the page is scrolled, for when one comes back to this entry of the history (not to its path: the same page
 * visited twice has two places). Kept as long as the tab.
 * @param entry the key of the history entry; what has none is forgotten.
 */
export function rememberScroll(entry: string | undefined): void {
  if (entry === undefined) return
  try {
    sessionStorage.setItem(PREFIX + entry, String(window.scrollY))
  } catch {
    // No storage, no memory: the page begins at its top.
  }
}

/** How far the page of a history entry was scrolled when it was left, in pixels; 0 when that is not known. */
export function rememberedScroll(entry: string | undefined): number {
  try {
    return Number(sessionStorage.getItem(PREFIX + entry)) || 0
  } catch {
    return 0
  }
}
