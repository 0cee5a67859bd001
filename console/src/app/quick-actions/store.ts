import { useEffect, useId } from 'react'
import { useReadOnly } from '../../ui/read-only.ts'
import { createStore } from '../../ui/store.ts'

export type QuickAction = {
  label: string
  /** What and where it is, dimmed after the label. */
  detail?: string
  /** Shown for every query: the server has matched it. */
  isAlways?: boolean
  /** Runs when the user follows it, besides the rest. */
  onChosen?: () => void
  /** URL of a destination, which becomes a real link. */
  href?: string
  onAction?: () => void
}
/** Actions of a page come first, then those of the frame. */
export type Registered = { group: string; rank: number; items: QuickAction[] }

export const quickActionsOpen = createStore(false)
export const registeredActions = createStore<ReadonlyMap<string, Registered>>(new Map())

/** The text of the palette's field. It may be longer than the field exists: users type before the first page is shown. */
export const quickActionsText = createStore('')

/** Opens the palette with an empty field. */
export function openQuickActions(): void {
  quickActionsText.set('')
  quickActionsOpen.set(true)
}

const RANKS = { page: 0, layout: 1, up: 2, global: 3 }

/**
 * Offers actions in the palette while the component is mounted. The group 'Actions' is for changes, and is omitted in
 * read-only parts.
 * @param items pass the same array while nothing changes (`useMemo`).
 */
export function useQuickActions(
  group: string,
  items: QuickAction[],
  level: keyof typeof RANKS = 'page',
): void {
  const id = useId()
  const isRefused = useReadOnly() !== null && group === 'Actions'
  useEffect(() => {
    if (items.length === 0 || isRefused) return
    // Actions of a page come above destinations.
    const rank = group === 'Actions' ? -1 : RANKS[level]
    registeredActions.set((before) => new Map(before).set(id, { group, rank, items }))
    return () =>
      registeredActions.set((before) => {
        const after = new Map(before)
        after.delete(id)
        return after
      })
  }, [id, group, items, level, isRefused])
}
