import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followChanges } from '../api/live/follow.ts'
import { type Live, useLive } from '../api/live/status.ts'
import { useOneUser } from './one-user.ts'
import { addToast, dismissToast } from '../ui/toast/toast-store.ts'
import { Tooltip } from '../ui/tooltip.tsx'

/** Milliseconds of reconnecting below which nothing is shown. */
const SHOW_DELAY_MS = 2_000

const WORDS: Record<Live['state'], string> = {
  live: 'Live',
  reconnecting: 'Reconnecting',
  'signed out': 'Signed out',
  polling: 'Polling',
}

const EXPLANATIONS: Record<Live['state'], string> = {
  live: 'Changes show up here as they happen.',
  reconnecting: 'The connection to the server was lost. What you see is from then.',
  'signed out': 'Your session has ended. Sign in in another tab, then go on here: nothing is lost.',
  polling: 'This server does not push changes. What is in transition is read every few seconds.',
}

/** Keeps the data current while the frame is shown, and shows how current it is. */
export function LiveMark() {
  const queryClient = useQueryClient()
  useEffect(() => followChanges(queryClient), [queryClient])
  useOneUser()
  const { state, since } = useLive()
  useSignedOutToast(state === 'signed out')
  const isLate = useIsPast(since, SHOW_DELAY_MS)
  // Most reconnections are over before a user could read of them.
  const shown = state === 'reconnecting' && !isLate ? 'live' : state
  const stale = shown === 'reconnecting' || shown === 'signed out'
  const words = stale ? `${WORDS[shown]}, data from ${since.toLocaleTimeString()}` : WORDS[shown]
  return (
    <Tooltip content={EXPLANATIONS[shown]} side="bottom">
      <output
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its explanation must be reached by keyboard too
        tabIndex={0}
        className="flex items-center gap-1.5 rounded px-1.5 text-xs text-text-muted"
      >
        <span className={`size-1.5 rounded-full ${stale ? 'bg-notice' : 'bg-positive'}`} aria-hidden />
        <span className="sr-only lg:not-sr-only">{words}</span>
      </output>
    </Tooltip>
  )
}

/** Says that the session has ended, also beside the open panel of an edit, which covers the mark. */
function useSignedOutToast(isSignedOut: boolean): void {
  useEffect(() => {
    if (!isSignedOut) return undefined
    const title = WORDS['signed out']
    const id = addToast({ variant: 'error', title, content: EXPLANATIONS['signed out'], timeout: null })
    return () => dismissToast(id)
  }, [isSignedOut])
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
