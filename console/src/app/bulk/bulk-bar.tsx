import type { Extensions } from '@granary/contract/call.ts'
import X from 'lucide-react/icons/x'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { messageOf } from '../../api/errors.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { type Bulk, type BulkAction, counted } from './bulk.ts'

/** Milliseconds within which a closed dialog returns the focus. */
const FOCUS_RETURN_MS = 100

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'))

type BulkBarProps<Row> = {
  /** Of the server: without them it has no bulk jobs. */
  extensions: Extensions
  bulk: Bulk<Row>
  /** The selected rows. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Selects the rows of the other pages too. Missing when there are none, or they are selected. */
  onSelectAll?: (() => Promise<void>) | undefined
  onClear: () => void
}

/** Shown over a list with selected rows: their number, and the actions on them. */
export function BulkBar<Row>({ extensions, bulk, rows, rowId, onSelectAll, onClear }: BulkBarProps<Row>) {
  const [reading, setReading] = useState(false)
  const selectAll = async () => {
    setReading(true)
    try {
      await onSelectAll?.()
    } catch (error) {
      addToast({ variant: 'error', title: 'Could not select all', content: messageOf(error) })
    }
    setReading(false)
  }
  const place = useRef<HTMLDivElement>(null)
  const clear = () => {
    onClear()
    // The pressed button is gone: the next key continues from the start of the list.
    place.current?.focus()
  }
  const [requested, setRequested] = useState<{ action: BulkAction<Row>; rows: readonly Row[] } | null>(null)
  const close = () => {
    setRequested(null)
    // The body has the focus when the dialog had no opener left to return it to.
    setTimeout(() => document.activeElement === document.body && place.current?.focus(), FOCUS_RETURN_MS)
  }
  return (
    <div
      ref={place}
      tabIndex={-1}
      // Stays visible while the user scrolls the list.
      className="sticky top-[calc(3rem+var(--banner-height,0px))] z-10 outline-none"
    >
      {rows.length > 0 && (
        <section
          aria-label={`With the selected ${bulk.thing[1]}`}
          className="mb-3 flex flex-wrap items-center gap-2 rounded-md border border-border bg-surface-raised px-3 py-2 text-sm shadow-raised"
        >
          <div className="flex grow items-center gap-1 sm:mr-2 sm:grow-0">
            <span role="status" className="grow tabular-nums">
              {counted(rows.length, bulk.thing)} selected
            </span>
            <IconButton label="Clear selection" onPress={clear}>
              <X className="size-4" aria-hidden />
            </IconButton>
          </div>
          {onSelectAll && (
            <Button variant="ghost" size="sm" loading={reading} onPress={() => void selectAll()}>
              {`Select all ${bulk.thing[1]} of the list`}
            </Button>
          )}
          {bulk.actions.map((action) => (
            <Button
              key={action.operation}
              variant={action.danger ? 'danger' : 'secondary'}
              size="sm"
              disabledReason={reading && `All ${bulk.thing[1]} of the list are being selected`}
              onPress={() => setRequested({ action, rows })}
            >
              {action.label}
            </Button>
          ))}
        </section>
      )}
      {requested && (
        <Suspense fallback={null}>
          <BulkDialog
            extensions={extensions}
            action={requested.action}
            thing={bulk.thing}
            targets={requested.rows.map((row) => ({
              id: rowId(row),
              name: bulk.nameOf(row),
              reason: requested.action.reason(row),
            }))}
            onStarted={onClear}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
