import type { KeyboardEvent } from 'react'

const FOCUSABLE = 'a[href], button, input, [tabindex="0"]'
const STEP: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

/** Arrow up and down move to the same control in the row above or below; in a row without it, to its first one. */
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
  if (!(row instanceof HTMLTableRowElement) || row.hasAttribute('aria-hidden')) return
  const next =
    row.cells[cell.cellIndex]?.querySelector<HTMLElement>(FOCUSABLE) ??
    row.querySelector<HTMLElement>(FOCUSABLE)
  if (!next) return
  event.preventDefault()
  next.focus()
}
