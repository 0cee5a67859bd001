/**
 * Hides from assistive technology what is behind a dialog (React Aria makes it inert, which not every one understands).
 * Live regions and toasts stay. Returns how to undo it.
 */
export function hideOthers(inside: Element | null): () => void {
  const hidden = Array.from(document.body.children).filter(
    (element) =>
      !element.contains(inside) &&
      element.tagName !== 'SCRIPT' &&
      !element.hasAttribute('aria-hidden') &&
      !element.matches('[data-live-announcer], [data-react-aria-top-layer]'),
  )
  for (const element of hidden) element.setAttribute('aria-hidden', 'true')
  return () => {
    for (const element of hidden) element.removeAttribute('aria-hidden')
  }
}
