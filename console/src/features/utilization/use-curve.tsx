import { now } from '../../time/clock.ts'
import type { CallOutput } from '@granary/contract/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changesQuery, type Counted, type MetricName } from './changes.ts'
import { spanning } from './steps.ts'

type Outlook = CallOutput<'capacityOutlook'>['items'][number]
/** Whose use it is. */
export type UseScope = { counted: Counted; scope: string | undefined }

const METRICS: Record<Outlook['resource'], MetricName> = {
  cpus: 'cpus_provisioned',
  memory: 'ram_provisioned',
  storage: 'virtual_disk_space_provisioned',
}
const DAY_MS = 86_400_000
/** Days before and after now. */
const DAYS = 30
const [WIDTH, HEIGHT] = [100, 20]

/**
 * The use of the last 30 days as a line, the limit at the top, and the outlook of the next 30 days dotted. The sentence beside it says
 * the same, so screen readers skip it; it stays empty until the use has loaded, and if that fails.
 */
export function UseCurve({ outlook, counted, scope }: UseScope & { outlook: Outlook }) {
  const [at] = useState(now)
  const period = [at - DAYS * DAY_MS, at] as const
  const { data } = useQuery({
    ...changesQuery({ counted, metric: METRICS[outlook.resource], scope, period: [...period] }),
    placeholderData: keepPreviousData,
  })
  const top = Math.max(outlook.amount, outlook.used, 1)
  const x = (day: number) => ((day + DAYS) / (2 * DAYS)) * WIDTH
  const y = (amount: number) => HEIGHT - (Math.min(amount, top) / top) * HEIGHT
  // Until something changed there is no value to draw, and zero would be a guess.
  const isKnown = data && (data.before !== undefined || data.within.length > 0)
  const used = isKnown && stepsOf(spanning(data, [...period]), (time) => x((time - at) / DAY_MS), y)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-7 w-40 overflow-visible"
    >
      <path
        d={`M0 ${y(outlook.amount)}H${WIDTH}`}
        stroke="var(--border-control)"
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
      <path d={`M${WIDTH / 2} 0V${HEIGHT}`} stroke="var(--border)" vectorEffect="non-scaling-stroke" />
      {used && (
        <>
          <path d={`${used}V${HEIGHT}H0Z`} fill="var(--series-a)" opacity={0.15} />
          <path d={used} fill="none" stroke="var(--series-a)" vectorEffect="non-scaling-stroke" />
        </>
      )}
      <path
        d={dottedOf(outlook, x, y)}
        fill="none"
        stroke="var(--series-a)"
        strokeWidth={1.5}
        strokeDasharray="1 3"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

type Scale = (value: number) => number

/** Returns the path of amounts that hold until the next change. */
function stepsOf(changes: readonly { time: number; value: number }[], x: Scale, y: Scale): string {
  const round = (value: number) => Math.round(value * 10) / 10
  return changes
    .map(({ time, value }, at) =>
      at === 0 ? `M${round(x(time))} ${round(y(value))}` : `H${round(x(time))}V${round(y(value))}`,
    )
    .join('')
}

/** Returns the path from now to when it most likely runs out; nothing if that is not known, or beyond a year. */
function dottedOf({ state, used, amount, likelyDays }: Outlook, x: Scale, y: Scale): string {
  if (state !== 'runs_out' || likelyDays === null) return ''
  const days = Math.min(DAYS, likelyDays)
  const end = used + (amount - used) * (likelyDays > 0 ? days / likelyDays : 1)
  return `M${x(0)} ${y(used)}L${x(days)} ${y(end)}`
}
