import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followChanges } from '../api/live/follow.ts'
import { useLive } from '../api/live/status.ts'
import { Tooltip } from '../ui/tooltip.tsx'

/** Milliseconds of reconnecting below which nothing is shown. */
const SHOW_DELAY_MS = 2_000

/** Keeps the data current while the frame is shown, and shows how current it is. */
export function LiveMark() {
  const queryClient = useQueryClient()
  useEffect(() => followChanges(queryClient), [queryClient])
  const { state, since } = useLive()
  const isLate = useIsPast(since, SHOW_DELAY_MS)
  const stale = state === 'reconnecting' && isLate
  const words =
    state === 'polling' ? 'Polling' : stale ? `Reconnecting, data from ${since.toLocaleTimeString()}` : 'Live'
  const explanation = stale
    ? 'The connection to the server was lost. What you see is from then; it is brought up to date as soon as the server answers.'
    : state === 'polling'
      ? 'This server does not push changes. What is in transition is read again every few seconds.'
      : 'Changes show up here by themselves as they happen.'
  return (
    <Tooltip content={explanation} side="bottom">
      <output
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its explanation must be reached by keyboard too
        tabIndex={0}
        className="flex items-center gap-1.5 rounded px-1.5 text-xs text-text-muted"
      >
        <span className={`size-1.5 rounded-full ${stale ? 'bg-notice' : 'bg-positive'}`} aria-hidden />
        <span className={stale ? 'hidden lg:inline' : 'sr-only lg:not-sr-only'}>{words}</span>
      </output>
    </Tooltip>
  )
}

/** Whether this many milliseconds have passed since a moment. */
function useIsPast(since: Date, time: number): boolean {
  const [past, setPast] = useState<Date | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPast(since), time)
    return () => clearTimeout(timer)
  }, [since, time])
  return past === since
}
