const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'
const DIALOG = '[role="dialog"], [role="alertdialog"]'
const POPUP = `${DIALOG}, [role="menu"], [role="listbox"]`

/** The element that had the focus, and its row if it was in a table. */
type Place = { element: Element; body: HTMLTableSectionElement | null; row: number; cell: number }

/**
 * Moves the focus when the element that had it is removed: a deleted row, a part of a dialog, or a dialog whose opener is
 * gone. Browsers reset it to the start of the document, where keyboard users don't expect it. It goes to the dialog
 * around, else to the opener, else to the row in the place of the removed one, else to the heading of the page.
 * @returns a function that stops it.
 */
export function keepFocus(): () => void {
  let last: Element | null = null
  let onPage: Place | null = null
  let dialog: HTMLElement | null = null

  function onFocus({ target }: FocusEvent): void {
    last = target as Element
    dialog = last.closest<HTMLElement>(DIALOG)
    if (!last.closest(POPUP)) onPage = placeOf(last)
  }
  const isLost = () => last !== null && !last.isConnected && document.activeElement === document.body
  const recover = () => {
    if (!isLost()) return
    if (dialog?.isConnected) {
      dialog.focus({ preventScroll: true })
      return
    }
    const heading = document.querySelector('main h1') ?? document.querySelector('main')
    const target = (onPage && (stillThere(onPage) ?? neighbour(onPage))) ?? heading
    if (!(target instanceof HTMLElement)) return
    if (target === heading && target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: target === heading })
  }
  // Two frames: dialogs return the focus by themselves, where they can, in the next one.
  const observer = new MutationObserver(() => {
    if (isLost()) requestAnimationFrame(() => requestAnimationFrame(recover))
  })
  document.addEventListener('focusin', onFocus)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}

function placeOf(element: Element): Place {
  const body = element.closest('tbody')
  const row = element.closest('tr')?.sectionRowIndex ?? 0
  return { element, body, row, cell: element.closest('td')?.cellIndex ?? 0 }
}

const stillThere = ({ element }: Place): Element | null => (element.isConnected ? element : null)

function neighbour({ body, row, cell }: Place): Element | null {
  if (!body?.isConnected) return null
  const next = body.rows[Math.min(row, body.rows.length - 1)]
  return next?.cells[cell]?.querySelector(FOCUSABLE) ?? next?.querySelector(FOCUSABLE) ?? null
}
