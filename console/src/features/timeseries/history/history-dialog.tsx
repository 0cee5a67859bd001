import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { HighlightedQuery } from '../../../kinds/metrics/highlighted-query.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FilterInput } from '../../../ui/fields/filter-input.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { MAX_QUERIES } from './history.ts'
import { useHistory } from './use-history.ts'

type HistoryDialogProps = { onChoose: (query: string) => void; onClose: () => void }

/** The user's last queries in this browser, to run again or to delete. */
export default function HistoryDialog({ onChoose, onClose }: HistoryDialogProps) {
  const { queries, forget, forgetAll } = useHistory()
  const [text, setText] = useState('')
  const shown = queries.filter(({ query }) => query.toLowerCase().includes(text.toLowerCase()))
  return (
    <Dialog
      title="Query history"
      width="free"
      onClose={onClose}
      footer={
        <Button variant="secondary" size="sm" onPress={onClose}>
          Close
        </Button>
      }
      footerStart={
        queries.length > 0 && (
          <Button variant="ghost" size="sm" onPress={forgetAll}>
            Delete all
          </Button>
        )
      }
    >
      <FilterInput label="Filter queries" placeholder="Filter queries" value={text} onChange={setText} />
      <p className="mt-2 text-sm text-text-muted">
        Your last {MAX_QUERIES} queries. Only this browser keeps them.
      </p>
      {shown.length === 0 ? (
        <p role="status" className="py-8 text-center text-sm text-text-muted">
          {queries.length === 0 ? 'You haven’t run a query yet' : 'No query matches'}
        </p>
      ) : (
        <ul className="mt-3 flex flex-col gap-2" aria-label="Queries">
          {shown.map(({ query, time }) => (
            <li key={query} className="flex items-start gap-2">
              <button
                type="button"
                className="min-w-0 grow rounded border border-border px-3 py-2 text-left hover:bg-surface-hover"
                onClick={() => onChoose(query)}
              >
                <code className="line-clamp-4 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
                  <HighlightedQuery query={query} />
                </code>
                <span className="mt-1 block text-xs text-text-muted">
                  <DateTime date={new Date(time)} />
                </span>
              </button>
              <IconButton label="Delete query" onPress={() => forget(query)}>
                <Trash className="size-4" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
