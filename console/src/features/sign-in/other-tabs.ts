import { currentUserView } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { urlOf } from '../../api/request.ts'
import { safeRedirect } from './safe-redirect.ts'

const CHANNEL = 'granary:signed-in'

/** Tells the other tabs of this browser, which share the session, that a user has signed in. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Whether this browser has a session. Not `request`, which reports a missing one as a failure. */
const hasSession = (): Promise<boolean> =>
  fetch(urlOf(currentUserView, {})).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Runs a function when a session appears while the user looks elsewhere. A sign-in through an identity provider ends on a
 * page of the server, which can't announce it.
 * @returns a function that ends this.
 */
function watchForSession(onSession: () => void): () => void {
  let before = Promise.resolve(true)
  const onBlur = () => (before = hasSession())
  // A user who had a session before may be about to sign in as another user.
  const onFocus = async () => {
    if (!(await before) && (await hasSession())) onSession()
  }
  const events = new AbortController()
  window.addEventListener('blur', onBlur, events)
  window.addEventListener('focus', () => void onFocus(), events)
  return () => events.abort()
}

/**
 * Returns to the page whose session had ended once a user signs in in another tab.
 * @param redirectUri the path of that page; undefined if the user opened the sign-in page.
 * @returns a function that announces a sign-in of this tab to the others. Not `announceSignIn`, whose message would come back to this tab.
 */
export function useSignInOfOtherTabs(redirectUri: string | undefined): () => void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const own = useRef<BroadcastChannel>(null)
  useEffect(() => {
    const href = safeRedirect(redirectUri)
    if (!href) return undefined
    const channel = new BroadcastChannel(CHANNEL)
    own.current = channel
    const goBack = () => {
      // It may be another user.
      queryClient.clear()
      void navigate({ href, replace: true })
    }
    channel.addEventListener('message', goBack)
    const endWatch = watchForSession(goBack)
    return () => {
      endWatch()
      own.current = null
      channel.close()
    }
  }, [redirectUri, navigate, queryClient])
  return () => (own.current ? own.current.postMessage(null) : announceSignIn())
}
