import type { KeyboardEvent } from 'react'

const FOCUSABLE = 'a[href], button, input, [tabindex="0"]'
const STEP: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

/** Moves from the filter of a list to the name in its first row. */
export const moveToFirstRow = (event: KeyboardEvent<HTMLElement>): void => focusIn(event, 'tbody .link-cell')

/** Focuses a part of the list around the target of an event. */
function focusIn(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const part = (event.target as HTMLElement).closest('[data-list]')?.querySelector<HTMLElement>(selector)
  if (!part) return
  event.preventDefault()
  part.focus()
}

/**
 * Arrow up and down move to the same control in the row above or below; in a row without it, to its first one. Above the
 * first row is the filter of the list.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const direction = STEP[event.key]
  const target = event.target as HTMLElement
  const cell = target.closest('td')
  if (
    !direction ||
    !cell ||
    event.defaultPrevented ||
    target.matches('input:not([type="checkbox"]), textarea')
  )
    return
  const row = cell.parentElement?.[direction]
  if (!row && event.key === 'ArrowUp') focusIn(event, '[aria-keyshortcuts="/"]')
  if (!(row instanceof HTMLTableRowElement) || row.hasAttribute('aria-hidden')) return
  const next =
    row.cells[cell.cellIndex]?.querySelector<HTMLElement>(FOCUSABLE) ??
    row.querySelector<HTMLElement>(FOCUSABLE)
  if (!next) return
  event.preventDefault()
  next.focus()
}
