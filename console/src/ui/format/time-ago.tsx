import { formatDateTime, timeAgo } from '@granary/domain/time.ts'
import { useEffect, useState } from 'react'
import { Tooltip } from '../tooltip.tsx'

const REFRESH = 15_000

/** Returns the time, updated every 15 seconds, so that ages stay current. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long ago something was, in one unit. A tooltip has the exact time after its label. */
export function TimeAgo({ date, label }: { date: Date; label?: string }) {
  const now = useNow()
  // A change after the last tick isn't in the future.
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
