import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { NavGuardDialog } from '../../../ui/overlay/nav-guard-dialog.tsx'

type LeaveGuardOptions = {
  isDirty: boolean
  /** Whether the form is being submitted: it navigates to its next page by itself. */
  isSending: () => boolean
  /** A stored draft survives a reload, so the browser need not ask. */
  keepsDraft?: boolean | undefined
  stayLabel?: string
  leaveLabel?: string
}

type LeaveGuard = {
  /** The open question, to render. */
  question: ReactNode
  /** Leaves a clean form at once, and asks before leaving a dirty one. */
  ask: (leave: () => void) => void
  /** Leaves without asking. */
  leaveNow: (leave: () => void) => void
}

/**
 * Asks before any navigation away from a dirty form: Back, Forward, a link, a quick action. The browser asks before a
 * reload when no draft is stored.
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
    const { pathname } = history.location
    // The form stays in view until the next page has loaded, and Back returns to it.
    const unsubscribe = history.subscribe(() => {
      if (history.location.pathname !== pathname) mayLeave.current = false
    })
    // Cancels the navigation and repeats it after the answer: until then the URL stays that of the form.
    const unblock = history.block({
      enableBeforeUnload: !keepsDraft,
      blockerFn: async ({ currentLocation, nextLocation, action }) => {
        if (mayLeave.current || isSending()) return false
        // The form was already left, and stays in view only until the next page has loaded.
        if (currentLocation.pathname !== pathname) return false
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
    return () => {
      unsubscribe()
      unblock()
    }
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
