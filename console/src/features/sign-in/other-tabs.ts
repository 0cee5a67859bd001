import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { safeRedirect } from './safe-redirect.ts'

const CHANNEL = 'granary:signed-in'

/** Tells the other tabs of this browser, which share the session, that a user has signed in. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
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
    channel.addEventListener('message', () => {
      // It may be another user.
      queryClient.clear()
      void navigate({ href, replace: true })
    })
    return () => {
      own.current = null
      channel.close()
    }
  }, [redirectUri, navigate, queryClient])
  return () => (own.current ? own.current.postMessage(null) : announceSignIn())
}
