import { logout } from '@granary/contract/generated/client.ts'
import { type ReactNode, useEffect } from 'react'
import { messageOf } from '../api/errors.ts'
import { request } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { addToast } from '../ui/toast/toast-store.ts'
import { PRODUCT, standaloneTitle } from './crumbs.ts'

/** Ends the session and goes to sign in, by a whole page load so that nothing of the session stays. */
export async function signOut(): Promise<void> {
  try {
    await request(logout, {})
  } catch (error) {
    addToast({ variant: 'error', title: 'Could not sign out', content: messageOf(error) })
    return
  }
  location.assign('/login')
}

/** A page without the frame: one message in the middle, the way back and the way out. */
export function StandalonePage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    standaloneTitle.set(title)
    // Also where the fault is the root's own, so that nothing else writes it.
    document.title = `${title} / ${PRODUCT}`
    return () => standaloneTitle.set(null)
  }, [title])
  return (
    <div className="flex min-h-[calc(100vh-var(--banner-height,0px))] flex-col p-4">
      <header className="flex items-center justify-between">
        <a href="/" className="rounded px-2 py-1 text-sm text-text-muted hover:text-text">
          ← Back to console
        </a>
        <Button variant="secondary" size="sm" onPress={() => void signOut()}>
          Sign out
        </Button>
      </header>
      <main id="content" className="flex grow items-center justify-center pb-16">
        <div className="w-full max-w-md rounded-lg border border-border bg-surface-raised p-8 text-center text-sm shadow-raised">
          <h1 className="mb-2 text-xl font-semibold">{title}</h1>
          {children}
        </div>
      </main>
    </div>
  )
}
