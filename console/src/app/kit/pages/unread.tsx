import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isFinal } from '../../../api/errors.ts'
import { Missing } from '../../../ui/format/missing.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { isMissed, NotKnown } from './failed.tsx'

/** Whether a query has nothing to show after a failure that a retry may fix. */
const isUnread = ({ state }: Query): boolean => state.status === 'error' && isMissed(state)

/** Reads everything on the page again that has failed to load. */
export const readAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: isUnread })

/**
 * Shown in place of a single value that loads, or that failed to load: a dash would say that there is none. Its retry reads everything
 * on the page again that failed, as the cells of a column fail together. A dash for what the caller may not see.
 * @param error null while the value loads.
 */
export function Unread({ error }: { error: Error | null }) {
  const client = useQueryClient()
  if (!error) return <Skeleton className="h-3 w-20" />
  return isFinal(error) ? <Missing /> : <NotKnown error={error} onRetry={() => void readAgain(client)} />
}
