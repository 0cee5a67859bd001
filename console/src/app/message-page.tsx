import { logout } from '@granary/contract/generated/client.ts'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { type ApiError, messageOf } from '../api/errors.ts'
import { keepPageWhenSignedOut, request } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Drawing } from '../ui/page/empty-state.tsx'
import { addToast } from '../ui/toast/toast-store.ts'
import { messageTitle, PRODUCT } from './crumbs.ts'
import { pathTo } from './paths.ts'

/** Whether the frame of the console (top bar, sidebar) is around the page. */
export const InFrame = createContext(false)

/** Ends the session and redirects to sign-in, by a full page load so that no data of the session stays. */
export async function signOut(): Promise<void> {
  // The event stream may learn of the end of the session first, and would lead to a sign-in that leads back here.
  const end = keepPageWhenSignedOut()
  try {
    await request(logout, {})
  } catch (error) {
    if ((error as ApiError).statusCode !== 401) {
      end()
      addToast({ variant: 'error', title: 'Could not sign out', content: messageOf(error) })
      return
    }
  }
  location.assign(pathTo('/login'))
}

type MessagePageProps = { title: string; children: ReactNode }

/** A page with one centred message. Inside the frame by default; without it the page has its own links home and out. */
export function MessagePage({ title, children }: MessagePageProps) {
  const inFrame = use(InFrame)
  useEffect(() => {
    messageTitle.set(title)
    // The root, which otherwise sets the title, may have failed itself.
    document.title = `${title} / ${PRODUCT}`
    return () => messageTitle.set(null)
  }, [title])
  const message = (
    <div className="flex w-full max-w-md flex-col items-center p-8 text-center text-sm">
      <Drawing name="lost" />
      <h1 className="mt-4 mb-2 text-xl font-semibold">{title}</h1>
      {children}
    </div>
  )
  const back = (
    <a href={pathTo('/')} className="rounded px-2 py-1 text-sm text-text-muted hover:text-text">
      ← Back to console
    </a>
  )
  const out = (
    <Button variant="secondary" size="sm" onPress={() => void signOut()}>
      Sign out
    </Button>
  )
  if (inFrame)
    return (
      <div className="flex grow flex-col items-center justify-center gap-4 pb-16">
        {message}
        <div className="flex items-center gap-4">
          {back}
          {out}
        </div>
      </div>
    )
  return (
    <div className="flex min-h-[calc(100vh-var(--banner-height,0px))] flex-col p-4">
      <header className="flex items-center justify-between">
        {back}
        {out}
      </header>
      <main id="content" className="flex grow items-center justify-center pb-16">
        {message}
      </main>
    </div>
  )
}
