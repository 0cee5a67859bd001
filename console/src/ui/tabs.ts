import type { KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'

/**
 * The row of tabs above a panel. Its line is a shadow that the selected tab covers: a tab that overlaps a border by a negative
 * margin makes the row scroll vertically.
 */
export const tabListStyle =
  'flex gap-5 overflow-x-auto overflow-y-hidden text-sm shadow-[inset_0_-1px_0_var(--border)]'

/** One tab, as a link or a button. */
export const tabStyle = (selected: boolean): string =>
  classNames(
    'shrink-0 border-b-2 py-2 font-medium -outline-offset-2',
    selected
      ? 'border-text text-text'
      : 'border-transparent text-text-muted hover:border-border hover:text-text',
  )

const STEP: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * Moves the focus to the neighbouring tab at left and right, around the ends. Keys with a modifier are left to the
 * browser.
 * @returns the focused tab, for tabs that are chosen on focus.
 */
export function moveBetweenTabs(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const step = STEP[event.key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const here = tabs.findIndex((tab) => tab === document.activeElement)
  if (here === -1) return undefined
  const next = tabs[(here + step + tabs.length) % tabs.length]
  event.preventDefault()
  next?.focus()
  return next
}
