import uPlot from 'uplot'
import { colorOf, dashOf, faded, tokenOf } from './colors.ts'
import { AREA, DenseLines } from './dense-lines.ts'
import type { Line, Period } from './lines.ts'
import { isOneDay, timeTick } from './times.ts'
import type { Scale } from './units.ts'

/** The values that a plot reads anew at each drawing. */
export type Live = { scale: Scale; whole: Period; shown: Period }

type Handlers = {
  onCursor: (plot: uPlot) => void
  onScale: (plot: uPlot) => void
  onSelect: (period: Period) => void
  onReset: () => void
  /** A press with Shift held. */
  onGrab: (event: MouseEvent, plot: uPlot) => void
}

type Size = { width: number; height: number }

/** Space of a tick of the time axis, in pixels. */
const CLOCK = 56
const DATE_AND_CLOCK = 96
const FONT_SIZE = 11
/** Space above the largest value. */
const HEADROOM = 1.2
/** Drags that are shorter, in pixels, are clicks. */
const SHORTEST_DRAG = 6

const linear = uPlot.paths.linear!()

const font = () => `${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`

/** The vertical range: from 0, or below the smallest value, to a little above the largest. */
export const valueRange = (smallest: number | null, largest: number | null): [number, number] => {
  const top = Math.max(0, largest ?? 0) * HEADROOM
  return [Math.min(0, smallest ?? 0) * HEADROOM, top > 0 ? top : 1]
}

/** Single values between gaps have no line, so they get a dot. */
function lonely(values: ArrayLike<number | null | undefined>, from: number, to: number): number[] {
  const found: number[] = []
  for (let at = from; at <= to; at++)
    if (values[at] != null && values[at - 1] == null && values[at + 1] == null) found.push(at)
  return found
}

function seriesOf(line: Line, at: number, isAlone: boolean, dense: DenseLines): uPlot.Series {
  const stroke = () => colorOf(tokenOf(line, at))
  const dash = dashOf(line, at)
  const base: uPlot.Series = {
    label: line.label,
    stroke,
    width: 1.5,
    auto: false,
    points: { show: false },
    ...(dash && { dash: [...dash] }),
  }
  const steps = { paths: uPlot.paths.stepped!({ align: 1 }) }
  if (line.look === 'limit') return { ...base, ...steps, width: 1 }
  const filled = isAlone ? { fill: () => faded(stroke(), AREA * 100) } : {}
  if (line.look === 'step') return { ...base, ...filled, ...steps }
  return {
    ...base,
    ...filled,
    paths: (plot, series, from, to) => (dense.has(plot, series) ? null : linear(plot, series, from, to)),
    points: {
      size: 4,
      width: 0,
      fill: stroke,
      show: true,
      filter: (plot, series) => {
        const [from = 0, to = 0] = plot.series[0]!.idxs ?? []
        return dense.has(plot, series) ? [] : lonely(plot.data[series]!, from, to)
      },
    },
  }
}

const axis = (): uPlot.Axis => ({
  font: font(),
  stroke: () => colorOf('--text-muted'),
  grid: { stroke: () => colorOf('--border'), width: 1 },
  ticks: { show: false },
})

const axesOf = (live: () => Live): uPlot.Axis[] => [
  {
    ...axis(),
    grid: { show: false },
    space: (_, __, from, to, length) => Math.max(isOneDay([from, to]) ? CLOCK : DATE_AND_CLOCK, length / 7),
    size: 28,
    values: ({ scales: { x } }, splits) => splits.map((time) => timeTick(time, [x!.min!, x!.max!])),
  },
  {
    ...axis(),
    side: 1,
    gap: 8,
    space: 44,
    // Room for '2,500', so that most charts above each other have their times at the same places.
    size: (_, values) => 14 + Math.max(5, ...(values ?? []).map((text) => text.length)) * 6.5,
    values: (_, splits) => splits.map((value) => (value === 0 ? '' : live().scale.tick(value))),
  },
]

/** Returns the smallest and largest value that a plot shows; nulls without any. */
function shownExtremes(plot: uPlot, dense: DenseLines): [number | null, number | null] {
  let [smallest, largest] = [Infinity, -Infinity]
  for (let series = 1; series < plot.data.length; series++) {
    if (!plot.series[series]!.show) continue
    const known = dense.has(plot, series) ? dense.extremesOf(plot, series) : pointExtremes(plot, series)
    if (known) [smallest, largest] = [Math.min(smallest, known[0]), Math.max(largest, known[1])]
  }
  return smallest > largest ? [null, null] : [smallest, largest]
}

function pointExtremes(plot: uPlot, series: number): [number, number] {
  let [smallest, largest] = [Infinity, -Infinity]
  const [from = 0, to = 0] = plot.series[0]!.idxs ?? []
  for (let at = from; at <= to; at++) {
    const value = plot.data[series]![at]
    if (value != null) [smallest, largest] = [Math.min(smallest, value), Math.max(largest, value)]
  }
  return [smallest, largest]
}

/** Returns the options of a plot for the given lines. Their colours are read at each drawing. */
export function plotOptions(
  lines: readonly Line[],
  live: () => Live,
  { width, height }: Size,
  { onCursor, onScale, onSelect, onReset, onGrab }: Handlers,
): uPlot.Options {
  const dense = new DenseLines(lines, () => live().shown)
  const isAlone = lines.filter(({ look }) => look !== 'limit').length === 1
  return {
    width,
    height,
    ms: 1,
    legend: { show: false },
    padding: [8, 0, 0, 18],
    scales: {
      x: { time: true, auto: false, range: (_, from, to) => [from, to] },
      y: { range: (plot) => valueRange(...shownExtremes(plot, dense)) },
    },
    series: [{}, ...lines.map((line, at) => seriesOf(line, at, isAlone, dense))],
    axes: axesOf(live),
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: 7, width: 0, fill: ({ series }, at) => (series[at]!.stroke as () => string)() },
      bind: {
        dblclick: () => () => {
          onReset()
          return null
        },
        mousedown: (plot, _, start) => (event) => {
          if (event.shiftKey) onGrab(event, plot)
          else start(event)
          return null
        },
      },
    },
    hooks: {
      draw: [(plot) => dense.draw(plot)],
      setCursor: [onCursor],
      setScale: [(plot, key) => key === 'x' && onScale(plot)],
      setSelect: [
        (plot) => {
          const { left, width: length } = plot.select
          if (length >= SHORTEST_DRAG) onSelect([plot.posToVal(left, 'x'), plot.posToVal(left + length, 'x')])
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
}
