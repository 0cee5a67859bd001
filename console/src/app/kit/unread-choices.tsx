import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { wordOfChoices } from './choices.ts'

/** A retry doesn't help with choices that the user may not see, or that don't exist. */
const isFinal = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.statusCode)
const isUnread = (query: Query): boolean =>
  query.isActive() &&
  wordOfChoices(query) !== undefined &&
  query.state.status === 'error' &&
  query.state.data === undefined &&
  !isFinal(query.state.error)

/**
 * Shown on top of a form whose pickers failed to load: without it they would look empty, or load forever. Retries all
 * of them at once.
 */
export function UnreadChoices({ className }: { className?: string }) {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const [retried, setRetried] = useState('')
  const unread = useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    () => [...new Set(cache.findAll({ predicate: isUnread }).map(wordOfChoices))].join(', '),
  )
  // Stays during the retry, or its button would disappear under the pointer.
  const names = retried || unread
  if (!names) return null
  const retry = async () => {
    setRetried(unread)
    await client.refetchQueries({ predicate: isUnread })
    setRetried('')
  }
  return (
    <MessageBox variant="error" title="Not everything to choose from could be loaded" className={className}>
      <p>Missing: {names}.</p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        loading={retried !== ''}
        onPress={() => void retry()}
      >
        Try again
      </Button>
    </MessageBox>
  )
}
