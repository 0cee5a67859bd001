import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

/** The row of tabs above a panel. Where it is too long it scrolls, and fades at the ends that go on. */
export const tabListStyle = 'tab-list'

/** Keeps the selected tab of a row in view, which may be too long for the screen. @returns the ref of the row. */
export function useSelectedInView(selected: string | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!row || !tab || typeof ResizeObserver === 'undefined') return undefined
    // Called once the page is laid out: an effect would compute the layout itself, and the effects after it once more. Not
    // scrollIntoView, which may scroll the page as well.
    const observer = new ResizeObserver(() => {
      row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    })
    // The tab changes its width when the fonts arrive.
    observer.observe(row)
    observer.observe(tab)
    return () => observer.disconnect()
  }, [selected])
  return list
}

/** One tab, as a link or a button. */
export const tabStyle = (selected: boolean): string =>
  classNames(
    'shrink-0 border-b-2 py-2 font-medium -outline-offset-2',
    selected
      ? 'border-text text-text'
      : 'border-transparent text-text-muted hover:border-border hover:text-text',
  )

const STEP: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const VERTICAL_STEP: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Moves the focus to the neighbouring tab, around the ends: by left and right, and in a vertical list by up and down too. Keys with a modifier are left to the
 * browser.
 * @returns the focused tab, for tabs that are chosen on focus.
 */
export function moveBetweenTabs(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const isVertical = event.currentTarget.getAttribute('aria-orientation') === 'vertical'
  const step = STEP[event.key] ?? (isVertical ? VERTICAL_STEP[event.key] : undefined)
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const here = tabs.findIndex((tab) => tab === document.activeElement)
  if (here === -1) return undefined
  const next = tabs[(here + step + tabs.length) % tabs.length]
  event.preventDefault()
  next?.focus()
  return next
}
