import { Suspense, useId, useMemo, useState } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { useStore } from '../store.ts'
import { ChartSkeleton } from './chart-faces.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { useGroup } from './group.tsx'
import { Legend } from './legend.tsx'
import { type ChartData, largestOf, type Period } from './lines.ts'
import type { Spot } from './plot.tsx'
import { scaleFor, type UnitKind } from './units.ts'
import { Walkable } from './walkable.tsx'

const Plot = lazyPart(() => import('./plot.tsx'))

/** Height of a chart in pixels. */
export const CHART_HEIGHT = 300

type ChartProps = {
  /** Accessible name of the figure. */
  title: string
  data: ChartData
  unit: UnitKind
  /** The shown period; by default that of the data. */
  period?: Period | undefined
  height?: number
}

/**
 * Lines over time. Dragging zooms, dragging with Shift moves the zoomed period, a double click ends the zoom; arrow keys
 * walk the points. Charts in a {@link ChartGroup} share cursor and zoom. New data keeps both.
 */
export function Chart({ title, data, unit, period, height = CHART_HEIGHT }: ChartProps) {
  const id = useId()
  const group = useGroup()
  const [spot, setSpot] = useState<Spot | null>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set<string>())
  const scale = useMemo(() => scaleFor(unit, largestOf(data.lines)), [unit, data.lines])
  const [from, to] = period ?? [data.times[0] ?? 0, data.times.at(-1) ?? 1]
  const whole = useMemo((): Period => [from, to], [from, to])
  const isZoomed = useStore(group.zoom) !== null
  const common = { id, data, scale, whole, hidden, group }
  return (
    <figure aria-label={title} className="relative">
      <Walkable title={title} {...common}>
        <Suspense fallback={<ChartSkeleton height={height} />}>
          <Plot {...common} height={height} onSpot={setSpot} />
        </Suspense>
      </Walkable>
      {spot && <ChartTooltip spot={spot} data={data} scale={scale} hidden={hidden} />}
      {isZoomed && (
        <button
          type="button"
          onClick={() => group.zoom.set(null)}
          className="absolute top-1 left-3 h-6 rounded border border-border-control bg-surface-raised px-2 text-xs font-medium hover:bg-surface-sunken"
        >
          Reset zoom
        </button>
      )}
      {data.lines.length > 1 && <Legend lines={data.lines} hidden={hidden} onChange={setHidden} />}
    </figure>
  )
}
