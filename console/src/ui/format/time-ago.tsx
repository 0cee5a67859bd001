import { now } from '../../time/clock.ts'
import { formatDateTime, timeAgo } from '@granary/domain/time.ts'
import { useSyncExternalStore } from 'react'
import { useTooltip } from '../use-tooltip.tsx'

/** Milliseconds. */
const REFRESH = 15_000
const followers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all ages on a page, since each row of a list may have one. */
function follow(follower: () => void): () => void {
  followers.add(follower)
  timer ??= setInterval(() => followers.forEach((each) => each()), REFRESH)
  return () => {
    followers.delete(follower)
    if (followers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the time in milliseconds, to the second: React asks twice, and would render again for a difference. */
const seconds = () => Math.floor(now() / 1000) * 1000

/** Returns the time that all ages of a page are told by, in milliseconds, kept current. */
export const useSeenTime = (): number => useSyncExternalStore(follow, seconds)

/** How long ago something was, in one unit, kept current. A tooltip has the exact time after its label. */
export function TimeAgo({ date, label }: { date: Date; label?: string }) {
  const seen = useSeenTime()
  // What happened within this second isn't in the future.
  const age = timeAgo(date, new Date(Math.max(seen, date.getTime())))
  // The exact time is in the attribute too, so the tooltip of each row need not be in the document.
  const { handlers, element } = useTooltip(<ExactTime date={date} label={label} />, { namesChild: true })
  return (
    <>
      <time dateTime={date.toISOString()} className="text-xs text-text-muted tabular-nums" {...handlers}>
        {age}
      </time>
      {element}
    </>
  )
}

const ExactTime = ({ date, label }: { date: Date; label: string | undefined }) => (
  <>
    {label && <div className="text-text-muted">{label}</div>}
    {formatDateTime(date)}
  </>
)
