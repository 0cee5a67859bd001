import { type Query, useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { useLive } from '../../../api/live/status.ts'
import { Failed } from './failed.tsx'

/**
 * Makes the error component of a tab; the page around it stays. It retries by itself when the server can be reached
 * again.
 */
export const partFailed = (what: string) =>
  function PartFailed({ error, reset }: ErrorComponentProps) {
    // A missing parent fails the whole page, which shows it.
    if (error instanceof ApiError && error.statusCode === 404) throw error
    return (
      <Retried what={what} error={error instanceof Error ? error : new Error(String(error))} reset={reset} />
    )
  }

function Retried({ what, error, reset }: { what: string; error: Error; reset: () => void }) {
  const client = useQueryClient()
  const retry = () => {
    // Not by the reset boundary of the query library: any other query that mounts before the render would undo its reset.
    void client.resetQueries({ predicate: hasOnlyFailed })
    reset()
  }
  const { state } = useLive()
  const before = useRef(state)
  useEffect(() => {
    const isBack = state === 'live' && before.current !== 'live'
    before.current = state
    if (isBack) retry()
  })
  // Another part of the page may have read the same data again.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && isMended(event.query)) reset()
      }),
    [client, reset],
  )
  return <Failed what={what} error={error} onRetry={retry} />
}

/** A read that is pending may have begun while the server was out of order: its failure must not answer the press. */
const hasOnlyFailed = ({ state: { errorUpdateCount, data } }: Query): boolean =>
  errorUpdateCount > 0 && data === undefined

/** Whether this is the first answer of a read that failed before. */
const isMended = ({ state: { errorUpdateCount, dataUpdateCount } }: Query): boolean =>
  errorUpdateCount > 0 && dataUpdateCount === 1
