import { useExtensions } from '../../../api/extensions.ts'
import { Suspense, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/page/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useHiddenColumns } from '../../../ui/table/hidden-columns.ts'
import { useReadOnly } from '../../../ui/read-only.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import type { BulkBar as BulkBarOf } from '../../bulk/bulk-bar.tsx'
import { Failed } from '../pages/failed.tsx'
import { inSentence } from './in-sentence.ts'
import { ListPages } from './list-pages.tsx'
import { usePreview, WithPreview } from './list-preview.tsx'
import type { ListSectionProps } from './list-props.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { useTagsColumn } from './tags-column.ts'
import { useSelection } from './use-selection.ts'

// A lazy component has no type parameter.
const BulkBar = lazyPart(() =>
  import('../../bulk/bulk-bar.tsx').then((module) => ({ default: module.BulkBar })),
) as unknown as typeof BulkBarOf

/** A list of one kind of resource, as a page or a tab: toolbar, table, pagination at the bottom. */
export function ListSection<Row extends object>(props: ListSectionProps<Row>) {
  const { title, page, rowId, empty, filter, bulk: offered, preview } = props
  const extensions = useExtensions()
  // In a read-only part there is nothing to select rows for.
  const bulk = useReadOnly() === null && extensions ? offered : undefined
  const selection = useSelection({ ...page, rowId })
  // The bar loads with the first selection, and then stays: it takes the focus when the selection is cleared.
  const [hasSelected, setHasSelected] = useState(false)
  if (selection.rows.length > 0 && !hasSelected) setHasSelected(true)
  const columns = useTagsColumn(props.columns, page.rows)
  const [hidden, setHidden] = useHiddenColumns(title)
  const visible = useMemo(
    () =>
      columns.filter(
        ({ id, meta }, index) => index === 0 || meta?.kind === 'actions' || !hidden.includes(id),
      ),
    [columns, hidden],
  )
  const filtering = Boolean(filter?.value) || Boolean(filter?.isActive)
  const nothing = filtering ? (
    <NoMatch onClear={() => (filter?.onClear ? filter.onClear() : filter?.onChange(''))} />
  ) : page.isFirst ? (
    empty
  ) : undefined
  const shown = usePreview(preview, page.rows, rowId)
  return (
    <div className="min-w-0" data-list="">
      <ListToolbar {...props} columns={columns} hidden={hidden} onHide={setHidden} />
      <h2 className="sr-only">List of {inSentence(title)}</h2>
      {bulk && extensions && hasSelected && (
        <Suspense fallback={null}>
          <BulkBar
            extensions={extensions}
            bulk={bulk}
            rows={selection.rows}
            rowId={rowId}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        </Suspense>
      )}
      <WithPreview pane={preview} row={shown.row}>
        <DataTable
          columns={visible}
          sort={page.sort}
          rows={page.rows}
          rowId={rowId}
          rowLabel={bulk?.nameOf}
          selection={
            bulk && {
              mode: 'multiple',
              selected: new Set(selection.rows.map(rowId)),
              onChange: selection.change,
            }
          }
          preview={shown.choice}
          empty={nothing}
          error={
            page.error ? (
              <Failed what={title} error={page.error} onRetry={() => void page.refetch()} />
            ) : undefined
          }
        />
      </WithPreview>
      <ListPages page={page} />
    </div>
  )
}

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <div className="flex flex-col items-center gap-3 px-4 py-14 text-sm">
    <Drawing name="nothing" />
    <p className="text-text-muted">Nothing matches the filter.</p>
    <Button variant="secondary" size="sm" onPress={onClear}>
      Clear filter
    </Button>
  </div>
)
