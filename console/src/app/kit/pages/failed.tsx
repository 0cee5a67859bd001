import { notifyManager, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError, isFinal, messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/page/empty-state.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'

/** What a screen knows of the data that it reads. */
export type Read<Data = unknown> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>

/** Whether data failed to load, and a retry may fix that. Nobody misses what they may not see. */
export const isMissed = ({ data, error }: Pick<Read, 'data' | 'error'>): boolean =>
  error !== null && data === undefined && !isFinal(error)

type FailedProps = {
  /** Name of the data in the plural, as the start of a sentence. */
  what: string
  error: Error
  onRetry: () => void
}

/** Shown in place of data that failed to load: the data, the reason, the request id, and a retry. */
export function Failed({ what, error, onRetry }: FailedProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const retry = (
    <Button variant="secondary" size="sm" onPress={onRetry}>
      Try again
    </Button>
  )
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      message={<Reason error={error} />}
      requestId={requestId}
      action={retry}
    />
  )
}

/** The next step where a retry may not help. */
export const ASK_ADMIN = 'If the problem persists, contact your administrator.'

/** The error's message; a fault of the server may need an administrator. */
const Reason = ({ error }: { error: Error }) => (
  <>
    {messageOf(error)}
    {error instanceof ApiError && error.statusCode >= 500 && (
      <span className="mt-1 block text-text-muted">{ASK_ADMIN}</span>
    )}
  </>
)

type IfMissedProps = {
  what: string
  of: Read
  /** Puts something around the line, which is there only with it. */
  children?: (line: ReactNode) => ReactNode
}

/** The same in one line, beside other data; nothing unless this is missed. */
export function IfMissed({ what, of, children = (line) => line }: IfMissedProps) {
  const [retried, setRetried] = useState<Error | null>(null)
  // Stays during the retry: one that fails again would lose the focus of its button.
  const error = of.data === undefined && retried ? retried : isMissed(of) ? of.error : null
  const retry = async () => {
    setRetried(error)
    await of.refetch()
    // Queued behind the notification of the query: before it, this renders as if the data still loaded.
    notifyManager.schedule(() => setRetried(null))
  }
  return error && children(<NotKnown what={what} error={error} onRetry={() => void retry()} />)
}

/**
 * The same in place of a single value, or beside a button that waits for it. Without the name of the data, in the cell of a table, it
 * is not read out: all cells of a column fail together.
 */
export const NotKnown = ({ what, error, onRetry }: Omit<FailedProps, 'what'> & { what?: string }) => (
  <span
    data-beside
    role={what && 'alert'}
    className="relative z-1 inline-flex items-center gap-2 self-center text-sm"
  >
    <Tooltip content={messageOf(error)}>
      <span className="text-danger">{what ? `${what} could not be loaded` : 'Not loaded'}</span>
    </Tooltip>
    <button type="button" className="shrink-0 rounded text-accent hover:underline" onClick={onRetry}>
      Try again
    </button>
  </span>
)
