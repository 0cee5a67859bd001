import { useExtensions } from '../../api/extensions.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type ComponentType, type ReactNode, Suspense, useMemo, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FilterInput } from '../../ui/fields/filter-input.tsx'
import { Drawing } from '../../ui/page/empty-state.tsx'
import { Toolbar } from '../../ui/page/page-header.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableSort } from '../../ui/table/heading.tsx'
import { useHiddenColumns } from '../../ui/table/hidden-columns.ts'
import { DensitySwitch } from '../../ui/table/density-switch.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import { useMinimum } from '../../ui/use-minimum.ts'
import { useIsWide } from '../../ui/use-wide.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { BulkBar as BulkBarOf } from '../bulk/bulk-bar.tsx'
import type { Bulk } from '../bulk/bulk.ts'
import { BottomBar } from '../frame/bottom-bar.tsx'
import { Failed } from './failed.tsx'
import { PAGE_SIZE } from '../../api/queries.ts'
import { ListOptions } from './list-options.tsx'
import type { PageState, Total } from './use-page.ts'
import { useSelection } from './use-selection.ts'

type AlwaysKnown =
  | 'error'
  | 'refreshError'
  | 'isFetching'
  | 'isChangingPage'
  | 'updatedAt'
  | 'refetch'
  | 'isFirst'
  | 'hasNext'
  | 'next'
  | 'previous'

export type ListSectionProps<Row extends object> = {
  /** Name of the listed kind in the plural. */
  title: string
  /** In the toolbar, after the filter by name. */
  filters?: ReactNode
  /** In the toolbar, at the right: the create button. */
  create?: ReactNode
  columns: readonly Column<Row>[]
  // Only the rows of the page's operation matter here.
  page: Pick<PageState<OperationId>, AlwaysKnown> & {
    rows: Row[] | undefined
    sort?: TableSort | undefined
    size?: number
    sizes?: readonly number[]
    onSize?: (size: number) => void
    offset?: number
    total?: Total | undefined
    readUpTo?: (max: number) => Promise<{ rows: Row[]; isWhole: boolean }>
    isWhole?: boolean
    key?: string
    readAll?: () => Promise<Row[]>
  }
  rowId: (row: Row) => string
  /** Shown when the list is empty. */
  empty: ReactNode
  /** The filter by name, kept in the URL; `by`: what it filters by instead. */
  filter?:
    | {
        value: string
        onChange: (value: string) => void
        by?: string
        isActive?: boolean
        onClear?: () => void
      }
    | undefined
  /** The bulk actions; without them, or on a server without extensions, no row can be selected. */
  bulk?: Bulk<Row>
  /** A pane beside the table on wide screens, which shows the row that is focused. */
  preview?: ComponentType<{ row: Row }>
}

// A lazy component has no type parameter.
const BulkBar = lazyPart(() =>
  import('../bulk/bulk-bar.tsx').then((module) => ({ default: module.BulkBar })),
) as unknown as typeof BulkBarOf

const REFRESH_SPINNER = 300
const LIVE_HINT = 'Changes show by themselves, at once after an action'

/** A list of one kind of resource, as a page or a tab: toolbar, table, pagination at the bottom. */
export function ListSection<Row extends object>({
  title,
  filters,
  create,
  columns,
  page,
  rowId,
  empty,
  filter,
  bulk: offered,
  preview,
}: ListSectionProps<Row>) {
  const extensions = useExtensions()
  // In a read-only part there is nothing to select rows for.
  const bulk = useReadOnly() === null && extensions ? offered : undefined
  const selection = useSelection({ ...page, rowId })
  // The bar loads with the first selection, and then stays: it takes the focus when the selection is cleared.
  const [hasSelected, setHasSelected] = useState(false)
  if (selection.rows.length > 0 && !hasSelected) setHasSelected(true)
  const [hidden, setHidden] = useHiddenColumns(title)
  const visible = useMemo(
    () => columns.filter(({ id, meta }, index) => index === 0 || meta?.actions || !hidden.includes(id)),
    [columns, hidden],
  )
  const filtering = Boolean(filter?.value) || Boolean(filter?.isActive)
  const nothing = filtering ? (
    <NoMatch onClear={() => (filter?.onClear ? filter.onClear() : filter?.onChange(''))} />
  ) : page.isFirst ? (
    empty
  ) : undefined
  const isWide = useIsWide()
  const [shownId, setShownId] = useState<string>()
  const rows = page.rows ?? []
  const shown = preview && isWide ? (rows.find((row) => rowId(row) === shownId) ?? rows[0]) : undefined
  return (
    <div className="min-w-0">
      <Toolbar end={create}>
        {filter && (
          <FilterInput
            value={filter.value}
            onChange={filter.onChange}
            label={`Filter ${title.toLowerCase()} by ${filter.by ?? 'name'}`}
            placeholder={`Filter by ${filter.by ?? 'name'}`}
          />
        )}
        {filters}
        <RefreshButton page={page} />
        <DensitySwitch />
        {page.readUpTo && (
          <ListOptions
            title={title}
            columns={columns}
            hidden={hidden}
            onHide={setHidden}
            readUpTo={page.readUpTo}
          />
        )}
      </Toolbar>
      <h2 className="sr-only">List of {title.toLowerCase()}</h2>
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
      <WithPreview pane={preview} row={shown}>
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
          preview={shown && { shown: rowId(shown), onShow: setShownId }}
          empty={nothing}
          error={
            page.error ? (
              <Failed what={title} error={page.error} onRetry={() => void page.refetch()} />
            ) : undefined
          }
        />
      </WithPreview>
      {!page.isWhole && page.rows && (page.rows.length > 0 || !page.isFirst) && (
        <BottomBar>
          <Pagination
            pageSize={page.size ?? PAGE_SIZE}
            sizes={page.sizes}
            onSize={page.onSize}
            offset={page.offset}
            shown={page.rows.length}
            total={page.total}
            hasNext={page.hasNext}
            hasPrevious={!page.isFirst}
            isLoading={page.isChangingPage}
            onNext={page.next}
            onPrevious={page.previous}
          />
        </BottomBar>
      )}
    </div>
  )
}

/** Puts the pane at the right of a table, as high as the screen at most. */
function WithPreview<Row>({
  pane: Pane,
  row,
  children,
}: {
  pane: ComponentType<{ row: Row }> | undefined
  row: Row | undefined
  children: ReactNode
}) {
  if (!Pane || row === undefined) return children
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6">
      <div className="min-w-0">{children}</div>
      <section
        aria-label="Preview"
        className="sticky top-16 flex max-h-[calc(100vh-8rem)] flex-col gap-3 overflow-y-auto rounded-md border border-border bg-surface-raised p-4"
      >
        <Suspense fallback={null}>
          <Pane row={row} />
        </Suspense>
      </section>
    </div>
  )
}

const timeOf = (moment: number): string =>
  new Date(moment).toLocaleTimeString(undefined, { timeStyle: 'short' })

function RefreshButton({
  page,
}: {
  page: { updatedAt: number; refreshError: Error | null; refetch: () => Promise<unknown> }
}) {
  const [asked, setAsked] = useState(false)
  const busy = useMinimum(asked, REFRESH_SPINNER)
  const refresh = async () => {
    setAsked(true)
    await page.refetch()
    setAsked(false)
  }
  return (
    <>
      <IconButton label="Refresh data" loading={busy} onPress={() => void refresh()}>
        <RefreshCw className="size-4" aria-hidden />
      </IconButton>
      {page.refreshError ? (
        <Tooltip content={messageOf(page.refreshError)} side="bottom">
          <span role="alert" className="text-xs text-danger tabular-nums">
            Could not refresh, data from {timeOf(page.updatedAt)}
          </span>
        </Tooltip>
      ) : (
        page.updatedAt > 0 && (
          <Tooltip content={LIVE_HINT} side="bottom" delay={150}>
            <span className="hidden text-xs text-text-muted tabular-nums xl:inline">
              Updated {timeOf(page.updatedAt)}
            </span>
          </Tooltip>
        )
      )}
    </>
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
