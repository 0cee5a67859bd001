import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followChanges } from '../api/live/follow.ts'
import { useLive } from '../api/live/status.ts'
import { Tooltip } from '../ui/tooltip.tsx'

/** A reconnect that takes less is not worth a word. */
const PATIENCE = 2_000

/** Keeps the data true while the frame is shown, and says quietly how true it is. */
export function LiveMark() {
  const queryClient = useQueryClient()
  useEffect(() => followChanges(queryClient), [queryClient])
  const { state, since } = useLive()
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [since])
  const stale = state === 'reconnecting' && late
  const words =
    state === 'polling' ? 'Polling' : stale ? `Reconnecting, data from ${since.toLocaleTimeString()}` : 'Live'
  const explanation = stale
    ? 'The connection to the server was lost. What you see is from then; it is brought up to date as soon as the server answers.'
    : state === 'polling'
      ? 'This server does not push changes. What is in transition is read again every few seconds.'
      : 'Changes show up here by themselves as they happen.'
  return (
    <Tooltip content={explanation} side="bottom">
      <span
        role="status"
        tabIndex={0}
        className="flex items-center gap-1.5 rounded px-1.5 text-xs text-text-muted"
      >
        <span className={`size-1.5 rounded-full ${stale ? 'bg-notice' : 'bg-positive'}`} aria-hidden />
        <span className={stale ? '' : 'sr-only sm:not-sr-only'}>{words}</span>
      </span>
    </Tooltip>
  )
}
