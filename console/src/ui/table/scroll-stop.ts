/**
 * Lets the keyboard scroll a box that is wider than its place: it takes the focus itself where nothing in it does.
 * A callback for `ref`.
 */
export function scrollStop(box: HTMLElement | null): (() => void) | undefined {
  if (!box || typeof ResizeObserver === 'undefined') return undefined
  const table = box.firstElementChild!
  const observer = new ResizeObserver(() => {
    const isStop = box.scrollWidth > box.clientWidth && !box.querySelector('a, button, input')
    const attributes = { tabindex: '0', role: 'group', 'aria-label': table.ariaLabel ?? 'Table' }
    for (const [name, value] of Object.entries(attributes))
      if (isStop) box.setAttribute(name, value)
      else box.removeAttribute(name)
  })
  observer.observe(box)
  observer.observe(table)
  return () => observer.disconnect()
}
