import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError, messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { RequestId } from '../ui/page/empty-state.tsx'
import { ASK_ADMIN } from './kit/pages/failed.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { MessagePage } from './message-page.tsx'
import { useRetry } from './use-retry.ts'

const RefusedNotice = lazyPart(() => import('./refused-notice.tsx'))

/** Replaces a page that failed. When the server can't be reached, the page is retried until it answers. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const retry = useRetry(error)
  if (error instanceof ApiError && error.statusCode === 404) return <NotFoundPage />
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <MessagePage title="Something went wrong">
      <p>Please try again. {ASK_ADMIN}</p>
      {error instanceof ApiError && error.statusCode === 403 && (
        <Suspense fallback={null}>
          <RefusedNotice />
        </Suspense>
      )}
      <p className="mt-3 wrap-break-word text-text-muted">{messageOf(error)}</p>
      <RequestId id={requestId} />
      <Button variant="secondary" size="sm" className="mt-5" onPress={retry}>
        Try again
      </Button>
    </MessagePage>
  )
}
