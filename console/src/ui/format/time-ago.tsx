import { useEffect, useState } from 'react'
import { Tooltip } from '../tooltip.tsx'
import { formatDateTime } from './date-time.tsx'

const UNITS: [string, number][] = [
  ['y', 31_557_600],
  ['mo', 2_629_800],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
]

/** How long ago, in one unit: `6s`, `55m`, `23h`, `28d`, `7mo`, `2y`. */
export function timeAgo(date: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - date.getTime()) / 1000))
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS.at(-1)!
  return `${Math.floor(seconds / size)}${unit}`
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** The age of something, kept up to date, with the full time in a tooltip. */
export function TimeAgo({ date, label }: { date: Date; label?: string }) {
  const [now, setNow] = useState(() => new Date())
  const young = now.getTime() - date.getTime() < MINUTE
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), young ? 5 * SECOND : MINUTE)
    return () => clearInterval(timer)
  }, [young, date])
  return (
    <Tooltip content={`${label ? `${label} ` : ''}${formatDateTime(date)}`}>
      <span className="text-text-muted tabular-nums">{timeAgo(date, now)}</span>
    </Tooltip>
  )
}
