import { dashOf, tokenOf } from './colors.ts'
import { type ChartData, nearest } from './lines.ts'
import type { Spot } from './plot.tsx'
import { fullTime } from './times.ts'
import type { Scale } from './units.ts'

type ChartTooltipProps = {
  spot: Spot
  data: ChartData
  scale: Scale
  hidden: ReadonlySet<string>
}

/** The values of all lines at one time, the largest first. */
export function ChartTooltip({ spot, data, scale, hidden }: ChartTooltipProps) {
  const at = nearest(data.times, spot.time)
  if (at === null) return null
  const rows = data.lines
    .map((line, number) => ({
      ...line,
      token: tokenOf(line, number),
      dash: dashOf(line, number),
      value: line.values[at] ?? null,
    }))
    .filter(({ label }) => !hidden.has(label))
    .toSorted((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity))
  const isRight = spot.left > spot.width / 2
  return (
    <div
      role="tooltip"
      className="tooltip absolute! z-10 min-w-40 tabular-nums"
      style={{
        top: Math.max(0, spot.top - 24),
        ...(isRight ? { right: spot.width - spot.left + 12 } : { left: spot.left + 12 }),
      }}
    >
      <div className="text-text-muted">{fullTime(data.times[at]!)}</div>
      {rows.map(({ label, value, token, dash }) => (
        <div key={label} className="mt-0.5 flex items-center gap-2">
          <Swatch token={token} dash={dash} />
          <span className="grow">{label}</span>
          <span className="font-medium">{value === null ? '—' : scale.full(value)}</span>
        </div>
      ))}
    </div>
  )
}

type SwatchProps = { token: string; dash?: readonly [number, number] | undefined }

/** The colour and the dash of a line. */
export const Swatch = ({ token, dash }: SwatchProps) => (
  <span
    className="h-0.5 w-4 shrink-0 rounded-full"
    style={{ background: dash ? dashed(token, dash) : `var(${token})` }}
    aria-hidden
  />
)

const dashed = (token: string, [drawn, gap]: readonly [number, number]): string =>
  `repeating-linear-gradient(90deg, var(${token}) 0 ${drawn}px, transparent ${drawn}px ${drawn + gap}px)`
