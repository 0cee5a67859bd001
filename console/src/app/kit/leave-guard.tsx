import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { NavGuardDialog } from '../../ui/overlay/nav-guard-dialog.tsx'

type LeaveGuardOptions = {
  isDirty: boolean
  /** Whether the form is being sent: then it goes on to its next page by itself. */
  isSending: () => boolean
  /** A kept draft survives a reload, so that the browser need not ask. */
  keepsDraft?: boolean | undefined
  stayLabel?: string
  leaveLabel?: string
}

type LeaveGuard = {
  /** The open question, to be rendered. */
  question: ReactNode
  /** Leaves a clean form at once, and asks before leaving a dirty one. */
  ask: (leave: () => void) => void
  /** Leaves without a question. */
  leaveNow: (leave: () => void) => void
}

/**
 * Asks before any navigation takes a dirty form away: Back, Forward, a link, a quick action. The browser asks before a
 * reload where no draft is kept.
 */
export function useLeaveGuard({
  isDirty,
  isSending,
  keepsDraft = false,
  stayLabel,
  leaveLabel,
}: LeaveGuardOptions): LeaveGuard {
  const { history } = useRouter()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const mayLeave = useRef(false)
  const leaveNow = useCallback((go: () => void) => {
    mayLeave.current = true
    go()
  }, [])
  useEffect(() => {
    if (!isDirty) return undefined
    // The navigation ends here and is made again after the answer: until then the address stays that of the form.
    return history.block({
      enableBeforeUnload: !keepsDraft,
      blockerFn: async ({ currentLocation, nextLocation, action }) => {
        if (mayLeave.current || isSending()) return false
        const { href, state } = nextLocation
        const past = { ignoreBlocker: true }
        const go = {
          PUSH: () => history.push(href, state, past),
          REPLACE: () => history.replace(href, state, past),
        }
        const steps = state.__TSR_index - currentLocation.state.__TSR_index
        setLeave(() =>
          action === 'PUSH' || action === 'REPLACE' ? go[action] : () => history.go(steps, past),
        )
        return true
      },
    })
  }, [history, isDirty, isSending, keepsDraft])
  return {
    question: leave && (
      <NavGuardDialog
        {...(stayLabel ? { stayLabel } : {})}
        {...(leaveLabel ? { leaveLabel } : {})}
        onStay={() => setLeave(null)}
        onLeave={() => {
          setLeave(null)
          leave()
        }}
      />
    ),
    ask: (go) => (isDirty ? setLeave(() => () => leaveNow(go)) : go()),
    leaveNow,
  }
}
