import { formatDateTime, timeAgo } from '@granary/domain/time.ts'
import { useEffect, useState } from 'react'
import { Tooltip } from '../tooltip.tsx'

const REFRESH = 15_000

/** The time, renewed every 15 seconds, so that ages do not stand still. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long ago something was, in one unit; a tooltip has the moment itself, after a label that says what it is. */
export function TimeAgo({ date, label }: { date: Date; label?: string }) {
  const now = useNow()
  // A change that came after the last tick is not in the future.
  const age = timeAgo(date, new Date(Math.max(now, date.getTime())))
  return (
    <Tooltip
      content={
        <>
          {label && <div className="text-text-muted">{label}</div>}
          {formatDateTime(date)}
        </>
      }
    >
      <time dateTime={date.toISOString()} className="text-xs text-text-muted tabular-nums">
        {age}
      </time>
    </Tooltip>
  )
}
