import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { isFinal, messageOf } from '../../api/errors.ts'
import { Missing } from '../../ui/format/missing.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

/** Whether a query has nothing to show after a failure that a retry may mend. */
const isUnread = ({ state }: Query): boolean =>
  state.status === 'error' && state.data === undefined && !isFinal(state.error)

/** Reads everything on the page again that has failed to load. */
export const readAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: isUnread })

/**
 * Shown in place of a single value that failed to load: a dash would say that there is none. Its retry reads everything
 * on the page again that failed, as the cells of a column fail together. A dash for what the caller may not see.
 */
export function Unread({ error }: { error: Error }) {
  const client = useQueryClient()
  if (isFinal(error)) return <Missing />
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Tooltip content={messageOf(error)}>
        <span className="relative z-1 text-danger">Not loaded</span>
      </Tooltip>
      <Tooltip content="Try again">
        <button
          type="button"
          aria-label="Try again"
          className="relative z-1 rounded p-1 text-text-muted hover:text-text"
          onClick={() => void readAgain(client)}
        >
          <RefreshCw className="size-3.5" aria-hidden />
        </button>
      </Tooltip>
    </span>
  )
}
