import 'uplot/dist/uPlot.min.css'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import { useStore } from '../store.ts'
import { useShownTheme } from '../theme.ts'
import { byKeyboard, type Group } from './group.tsx'
import type { ChartData, Period } from './lines.ts'
import { type Live, plotOptions } from './plot-options.ts'
import type { Scale } from './units.ts'
import { panned } from './zoom.ts'

/** Where the point under the cursor is, in pixels of the plot's box. */
export type Spot = { time: number; left: number; top: number; width: number }

type PlotProps = {
  id: string
  data: ChartData
  scale: Scale
  whole: Period
  height: number
  hidden: ReadonlySet<string>
  group: Group
  onSpot: (spot: Spot | null) => void
}

/** The drawing of a chart: uPlot on a canvas. It keeps its zoom and cursor when the data changes. */
export default function Plot({ id, data, scale, whole, height, hidden, group, onSpot }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const live = useRef<Live & { onSpot: PlotProps['onSpot'] }>(null!)
  const theme = useShownTheme()
  const zoom = useStore(group.zoom)
  const drawn = useMemo(() => divided(data, scale.divisor), [data, scale.divisor])
  useLayoutEffect(() => {
    live.current = { scale, whole, shown: zoom ?? whole, onSpot }
  })
  // Lines that look or are called different need other options.
  const shape = JSON.stringify(data.lines.map(({ label, look }) => [label, look]))
  useLayoutEffect(() => {
    const element = box.current!
    const follow = (made: uPlot) => followCursor(group, id, made, (spot) => live.current.onSpot(spot))
    const handlers = {
      onCursor: (made: uPlot) => {
        // Also fires when the scale changes: only the pointer over this chart, or leaving it, sets the cursor of the group.
        if (!made.over.matches(':hover') && group.cursor.get()?.by !== id) return
        const spot = spotOf(made)
        group.cursor.set(spot && { time: spot.time, by: id })
        live.current.onSpot(spot)
      },
      onScale: (made: uPlot) => queueMicrotask(() => plot.current === made && follow(made)),
      onSelect: (period: Period) => group.zoom.set(period),
      onReset: () => group.zoom.set(null),
      onGrab: (event: MouseEvent, made: uPlot) => grab(event, made, group, live.current.whole),
    }
    const options = plotOptions(
      data.lines,
      () => live.current,
      { width: element.clientWidth, height },
      handlers,
    )
    const made = new uPlot(options, undefined, element)
    plot.current = made
    const stopResizing = followWidth(element, made, height)
    const stopFollowing = group.cursor.subscribe(() => follow(made))
    return () => {
      stopResizing()
      stopFollowing()
      made.destroy()
      plot.current = null
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `shape` stands for the lines
  }, [shape, height, group, id])

  useLayoutEffect(() => {
    const made = plot.current!
    made.batch(() => {
      made.setData(drawn, false)
      made.setScale('x', { min: (zoom ?? whole)[0], max: (zoom ?? whole)[1] })
    })
  }, [drawn, zoom, whole, shape, height])
  useEffect(() => {
    for (const [at, { label }] of data.lines.entries())
      plot.current!.setSeries(at + 1, { show: !hidden.has(label) })
  }, [hidden, data.lines, shape])
  useEffect(() => plot.current!.redraw(false), [theme])
  return <div ref={box} style={{ height }} data-chart={id} />
}

function divided({ times, lines }: ChartData, divisor: number): uPlot.AlignedData {
  const values = lines.map((line) =>
    divisor === 1 ? line.values : line.values.map((value) => (value === null ? null : value / divisor)),
  )
  return [times, ...values] as uPlot.AlignedData
}

/** Returns the place of the cursor's point; null where no shown line has a value. */
function spotOf(plot: uPlot): Spot | null {
  const { idx, left = -1 } = plot.cursor
  if (idx == null || left < 0) return null
  const values = plot.data
    .slice(1)
    .flatMap((line, at) => (plot.series[at + 1]!.show && line[idx] != null ? [line[idx]] : []))
  if (values.length === 0) return null
  const time = plot.data[0][idx]!
  const offset = plot.over.offsetLeft
  return {
    time,
    left: offset + plot.valToPos(time, 'x'),
    top: plot.over.offsetTop + plot.valToPos(Math.max(...values), 'y'),
    width: plot.width,
  }
}

function followWidth(element: HTMLElement, plot: uPlot, height: number): () => void {
  const observer = new ResizeObserver(() => {
    if (element.clientWidth > 0 && element.clientWidth !== plot.width)
      plot.setSize({ width: element.clientWidth, height })
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Shows the cursor of the group's other charts, and of the keyboard; only the latter has a tooltip. */
function followCursor(group: Group, id: string, plot: uPlot, onSpot: (spot: Spot | null) => void): void {
  const cursor = group.cursor.get()
  if (cursor?.by === id) return
  const left = cursor === null ? -10 : plot.valToPos(cursor.time, 'x')
  plot.setCursor({ left, top: left < 0 ? -10 : 0 }, false)
  onSpot(cursor?.by === byKeyboard(id) ? spotOf(plot) : null)
}

/** Moves a zoomed period with the pointer. */
function grab(event: MouseEvent, plot: uPlot, group: Group, whole: Period): void {
  const start = group.zoom.get()
  if (!start) return
  event.preventDefault()
  const perPixel = (start[1] - start[0]) / plot.over.clientWidth
  const move = ({ clientX }: MouseEvent) =>
    group.zoom.set(panned(start, whole, (event.clientX - clientX) * perPixel))
  const end = () => {
    document.removeEventListener('mousemove', move)
    document.removeEventListener('mouseup', end)
  }
  document.addEventListener('mousemove', move)
  document.addEventListener('mouseup', end)
}
