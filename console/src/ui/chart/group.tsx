import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
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

const createGroup = (zoom: Period | null = null): Group => ({
  zoom: createStore(zoom),
  cursor: createStore<Cursor | null>(null),
})

/** Milliseconds without another zoom before the page is told, because a drag changes it with every frame. */
const SETTLED_MS = 300

const Context = createContext<Group | null>(null)

type ChartGroupProps = {
  /** The zoomed period that the page keeps, for example in its URL. */
  zoom?: Period | null
  /** Keeps another one, shortly after the last change. */
  onZoom?: (zoom: Period | null) => void
  children: ReactNode
}

/** Charts inside have one cursor and one zoom. */
export function ChartGroup({ zoom = null, onZoom, children }: ChartGroupProps) {
  const [group] = useState(() => createGroup(zoom))
  const kept = JSON.stringify(zoom)
  // What the page keeps as far as this group knows: anything else comes from outside, such as the back button.
  const known = useRef(kept)
  const keep = useRef(onZoom)
  useEffect(() => {
    keep.current = onZoom
  })
  useEffect(() => {
    if (kept === known.current) return
    known.current = kept
    group.zoom.set(JSON.parse(kept) as Period | null)
  }, [group, kept])
  useEffect(() => {
    let timer = 0
    const tell = () => {
      const next = group.zoom.get()?.map(Math.round) ?? null
      if (JSON.stringify(next) === known.current) return
      known.current = JSON.stringify(next)
      keep.current?.(next as Period | null)
    }
    const unsubscribe = group.zoom.subscribe(() => {
      window.clearTimeout(timer)
      timer = window.setTimeout(tell, SETTLED_MS)
    })
    return () => {
      window.clearTimeout(timer)
      unsubscribe()
    }
  }, [group])
  return <Context value={group}>{children}</Context>
}

/** Returns the group around a chart, or one of its own. */
export function useGroup(): Group {
  const [own] = useState(createGroup)
  return use(Context) ?? own
}
