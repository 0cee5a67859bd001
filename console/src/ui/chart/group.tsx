import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { createStore, type Store } from '../store.ts'
import type { Period } from './lines.ts'

/** The time under the cursor, and the chart that set it. */
export type Cursor = { time: number; by: string }

/** Returns the name under which the keyboard sets the cursor of a chart. */
export const byKeyboard = (chart: string): string => `${chart} by keyboard`

/** What the charts of a page share. */
export type Group = {
  /** The zoomed period; null shows everything. */
  zoom: Store<Period | null>
  cursor: Store<Cursor | null>
}

const createGroup = (): Group => ({
  zoom: createStore<Period | null>(null),
  cursor: createStore<Cursor | null>(null),
})

const Context = createContext<Group | null>(null)

type ChartGroupProps = {
  /** A new value ends the zoom. */
  period?: string
  children: ReactNode
}

/** Charts inside have one cursor and one zoom. */
export function ChartGroup({ period, children }: ChartGroupProps) {
  const [group] = useState(createGroup)
  useEffect(() => group.zoom.set(null), [group, period])
  return <Context value={group}>{children}</Context>
}

/** Returns the group around a chart, or one of its own. */
export function useGroup(): Group {
  const [own] = useState(createGroup)
  return use(Context) ?? own
}
