import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { byKeyboard, type Group } from './group.tsx'
import { type ChartData, type Period, nearest } from './lines.ts'
import { pointOfKey } from './point-keys.ts'
import { fullTime } from './times.ts'
import type { Scale } from './units.ts'
import { panned, zoomed } from './zoom.ts'

type WalkableProps = {
  id: string
  title: string
  data: ChartData
  scale: Scale
  whole: Period
  hidden: ReadonlySet<string>
  group: Group
  children: ReactNode
}

const ZOOM: Record<string, number> = { '+': 0.5, '=': 0.5, '-': 2 }
/** Part of the shown period that Shift with an arrow key moves. */
const PAN = { ArrowLeft: -0.25, ArrowRight: 0.25 } as const

/**
 * Makes a chart walkable by keyboard: arrow keys move along the points, plus and minus zoom, Shift with an arrow key
 * moves the zoomed period, and Escape ends the zoom. As the value of a slider each point is announced.
 */
export function Walkable({ id, title, data, scale, whole, hidden, group, children }: WalkableProps) {
  const [time, setTime] = useState<number | null>(null)
  const shown = data.times
  const at = time === null ? null : nearest(shown, time)
  const goTo = (next: number) => {
    const reached = shown[next]!
    setTime(reached)
    const zoom = group.zoom.get()
    if (zoom && (reached < zoom[0] || reached > zoom[1])) {
      const middle = (zoom[0] + zoom[1]) / 2
      group.zoom.set(panned(zoom, whole, reached - middle))
    }
    group.cursor.set({ time: reached, by: byKeyboard(id) })
  }
  const change = (key: string, shift: boolean): boolean => {
    const period = group.zoom.get() ?? whole
    const factor = ZOOM[key]
    if (factor) group.zoom.set(zoomed(period, whole, factor, time ?? (period[0] + period[1]) / 2))
    else if (shift && key in PAN) {
      const by = PAN[key as keyof typeof PAN] * (period[1] - period[0])
      if (group.zoom.get()) group.zoom.set(panned(period, whole, by))
    } else if (key === 'Escape' && group.zoom.get()) group.zoom.set(null)
    else {
      const next = pointOfKey(key, at, shown.length)
      if (next === undefined) return false
      goTo(next)
    }
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (change(event.key, event.shiftKey)) event.preventDefault()
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`Points of ${title}`}
      aria-roledescription="chart"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, shown.length - 1)}
      aria-valuenow={at ?? 0}
      aria-valuetext={at === null ? 'Use the arrow keys to read the points' : textOf(data, at, scale, hidden)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setTime(null)
        group.cursor.set(null)
      }}
      className="rounded"
    >
      {children}
    </div>
  )
}

/** Describes a point in words: its time, and the value of each shown line. */
export function textOf(
  { times, lines }: ChartData,
  at: number,
  scale: Scale,
  hidden: ReadonlySet<string>,
): string {
  const values = lines
    .filter(({ label }) => !hidden.has(label))
    .map(({ label, values }) => `${label} ${values[at] == null ? 'no data' : scale.full(values[at])}`)
  return `${fullTime(times[at]!)}: ${values.join(', ')}`
}
