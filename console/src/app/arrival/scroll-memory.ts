const PREFIX = 'scroll-position-'

/**
 * Stores the scroll position of a history entry (not of its path: two visits of a page have two positions). Kept as
 * long as the tab.
 * @param entry the key of the history entry; without a key nothing is stored.
 */
export function rememberScroll(entry: string | undefined): void {
  if (entry === undefined) return
  try {
    sessionStorage.setItem(PREFIX + entry, String(window.scrollY))
  } catch {
    // Without storage the page starts at its top.
  }
}

/** Returns the scroll position of a history entry when it was left, in pixels; 0 when unknown. */
export function rememberedScroll(entry: string | undefined): number {
  try {
    return Number(sessionStorage.getItem(PREFIX + entry)) || 0
  } catch {
    return 0
  }
}
