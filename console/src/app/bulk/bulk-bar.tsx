import X from 'lucide-react/icons/x'
import { lazy, Suspense, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { type Bulk, type BulkAction, counted } from './bulk.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

type BulkBarProps<Row> = {
  bulk: Bulk<Row>
  /** The rows that are chosen. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  onClear: () => void
}

/** Over a list of which rows are chosen: how many, and what can be done to them. */
export function BulkBar<Row>({ bulk, rows, rowId, onClear }: BulkBarProps<Row>) {
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
