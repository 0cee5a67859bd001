import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { isFinal, messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoicesUnread } from '../../../ui/fields/choices-unread.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { hasLoadingChoices, wordOfChoices } from '../../../api/choices.ts'

/** Separates the names from the reason: a snapshot must equal the last one while nothing changes. */
const SEPARATOR = '\n'

const isUnread = (query: Query): boolean =>
  query.isActive() &&
  wordOfChoices(query) !== undefined &&
  query.state.status === 'error' &&
  query.state.data === undefined &&
  !isFinal(query.state.error)

type UnreadChoicesProps = {
  className?: string
  /** The fields of the form. */
  children: ReactNode
}

/**
 * A notice on top of the fields of a form whose pickers failed to load: without it they would look empty, or load
 * forever. Retries all of them at once.
 */
export function UnreadChoices({ className, children }: UnreadChoicesProps) {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const [retried, setRetried] = useState('')
  const unread = useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    () => {
      const queries = cache.findAll({ predicate: isUnread })
      const names = [...new Set(queries.map(wordOfChoices))].join(', ')
      return queries[0] ? names + SEPARATOR + messageOf(queries[0].state.error) : ''
    },
  )
  // Stays during the retry, or its button would disappear under the pointer.
  const [names, ...reason] = (retried || unread).split(SEPARATOR)
  const retry = async () => {
    setRetried(unread)
    await client.refetchQueries({ predicate: isUnread })
    setRetried('')
  }
  return (
    <>
      {names && (
        <MessageBox
          variant="error"
          title="Not everything to choose from could be loaded"
          className={className}
        >
          <p>Missing: {names}.</p>
          <p className="wrap-anywhere">{reason.join(SEPARATOR)}</p>
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
      )}
      <ChoicesUnread value={unread !== '' && !hasLoadingChoices(client)}>{children}</ChoicesUnread>
    </>
  )
}
