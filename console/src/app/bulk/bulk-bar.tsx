import X from 'lucide-react/icons/x'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { type Bulk, type BulkAction, counted } from './bulk.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

type BulkBarProps<Row> = {
  bulk: Bulk<Row>
  /** The rows that are chosen. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Selects the rows of the other pages too; not there when there are none, or they are selected. */
  onSelectAll?: (() => Promise<void>) | undefined
  onClear: () => void
}

/** Over a list of which rows are chosen: how many, and what can be done to them. */
export function BulkBar<Row>({ bulk, rows, rowId, onSelectAll, onClear }: BulkBarProps<Row>) {
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
  const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] } | null>(null)
  return (
    <>
      {rows.length > 0 && (
        <section
          aria-label={`With the selected ${bulk.thing[1]}`}
          className="mb-3 flex flex-wrap items-center gap-2 rounded-md border border-border bg-surface-raised px-3 py-2 text-sm"
        >
          <span role="status" className="mr-2 tabular-nums">
            {counted(rows.length, bulk.thing)} selected
          </span>
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
              onPress={() => setAsked({ action, rows })}
            >
              {action.label}
            </Button>
          ))}
          <IconButton label="Clear selection" onPress={onClear}>
            <X className="size-4" aria-hidden />
          </IconButton>
        </section>
      )}
      {asked && (
        <Suspense fallback={null}>
          <BulkDialog
            action={asked.action}
            thing={bulk.thing}
            targets={asked.rows.map((row) => ({
              id: rowId(row),
              name: bulk.nameOf(row),
              reason: asked.action.reason(row),
            }))}
            onStarted={onClear}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}
