/** Regions must be in the document before words come into them, or these are not read out. */
const regions = new Map<string, HTMLElement>()

function region(priority: 'polite' | 'assertive'): HTMLElement {
  const known = regions.get(priority)
  if (known?.isConnected) return known
  const made = document.body.appendChild(document.createElement('div'))
  made.className = 'sr-only'
  made.setAttribute('aria-live', priority)
  made.dataset.liveAnnouncer = 'true'
  regions.set(priority, made)
  return made
}

/** Has something read out by a screen reader, without showing it. Call `prepareAnnouncer` before the first time. */
export function announce(text: string, priority: 'polite' | 'assertive' = 'polite'): void {
  region(priority).textContent = text
}

/** Puts the hidden live regions into the document. */
export function prepareAnnouncer(): void {
  region('polite')
  region('assertive')
}
