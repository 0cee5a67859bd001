/**
 * Hides the page behind a dialog from assistive technology (React Aria makes it inert, which not every screen reader
 * supports). Live regions and toasts stay.
 * @returns a function that undoes it.
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
