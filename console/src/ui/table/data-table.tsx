import {
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../lazy-part.ts'
import { AllColumns } from './all-columns.tsx'
import { type Column, rankOf } from './columns.ts'
import { ROW_HEIGHT, useDensity } from './density.ts'
import { fit } from './fit.ts'
import { GroupHeadings } from './group-headings.tsx'
import { Heading, type TableSort } from './heading.tsx'
import { moveBetweenRows } from './row-keys.ts'
import { SelectAll, type Selection, toggled } from './selection.tsx'
import { TableRow } from './table-row.tsx'

/** Above this many rows only the visible ones are in the document. */
const VIRTUAL_ABOVE = 100
const SKELETON_ROWS = 8

const VirtualRows = lazyPart(() => import('./virtual-rows.tsx'))

type DataTableProps<Row extends object> = {
  /** Keep the array stable (outside the component, or memoised): a new one renders every row again. */
  columns: readonly Column<Row>[]
  /** The rows, or undefined while they load. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Name of a row in the label of its selection control; its id by default. */
  rowLabel?: (row: Row) => string
  /** Accessible name of the table. */
  label?: string
  /** Shown in place of the table when there are no rows. */
  empty?: ReactNode
  /** Shown in place of the table when the rows failed to load. */
  error?: ReactNode
  selection?: Selection
  /** How the list is sorted; without it, no heading is a button. */
  sort?: TableSort | undefined
  /** The row that a pane beside the table shows; focus, arrow keys and clicks choose it. */
  preview?: { shown: string | undefined; onShow: (id: string) => void } | undefined
}

/**
 * A table of resources with its five states: loading (rows of the right height), empty, normal, long (visible rows
 * only) and failed. Scrolls sideways inside itself; the first column and the row actions stay visible.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  if (props.error) return props.error
  if (props.rows?.length === 0 && props.empty) return props.empty
  return <Filled {...props} />
}

/** Returns a function that selects a row or not. It stays the same, so that a change of the selection renders no other row. */
function useToggle(selection: Selection | undefined): (id: string) => void {
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  return useCallback((id: string) => {
    if (latest.current) latest.current.onChange(toggled(latest.current, id))
  }, [])
}

function Filled<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, rowLabel, label, selection, sort, preview } = props
  const [density] = useDensity()
  const [showsAll, setShowsAll] = useState(false)
  const onToggle = useToggle(selection)
  const models: readonly Row[] = rows ?? []
  const isLong = models.length > VIRTUAL_ABOVE
  const columnCount = columns.length + (selection ? 1 : 0)

  const renderRow = (row: Row, index: number) => {
    const id = rowId(row)
    return (
      <TableRow
        key={id}
        id={id}
        row={row}
        columns={columns}
        index={index}
        mode={selection?.mode}
        selected={selection?.selected.has(id) ?? false}
        label={rowLabel?.(row) ?? id}
        previewed={preview?.shown === id}
        onToggle={onToggle}
      />
    )
  }
  const all = columns.some((column) => rankOf(column, columns)) && (
    <AllColumns columns={columns} shown={showsAll} onChange={setShowsAll} />
  )
  const showRow = (event: SyntheticEvent) => {
    const index = (event.target as Element).closest('tr')?.getAttribute('aria-rowindex')
    const row = index ? models[Number(index) - 2] : undefined
    if (row) preview?.onShow(rowId(row))
  }
  return (
    <div ref={fit} className="data-table-box" data-selectable={selection?.mode}>
      <table
        className="data-table"
        data-density={density}
        data-all={showsAll || undefined}
        aria-label={label}
        aria-busy={rows === undefined || undefined}
        aria-rowcount={isLong ? models.length + 1 : undefined}
      >
        <thead>
          <GroupHeadings columns={columns} hasSelection={selection !== undefined} />
          <tr>
            {selection && (
              <th className="select" scope="col">
                {selection.mode === 'multiple' && <SelectAll ids={models.map(rowId)} selection={selection} />}
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.id} column={column} columns={columns} sort={sort} all={all} />
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls within */}
        <tbody onKeyDown={moveBetweenRows} onFocus={preview && showRow} onPointerDown={preview && showRow}>
          {rows === undefined && <SkeletonRows columnCount={columnCount} />}
          {isLong ? (
            <Suspense fallback={<SkeletonRows columnCount={columnCount} />}>
              <VirtualRows
                count={models.length}
                rowHeight={ROW_HEIGHT[density]}
                columnCount={columnCount}
                renderRow={(index) => renderRow(models[index]!, index)}
              />
            </Suspense>
          ) : (
            models.map(renderRow)
          )}
        </tbody>
      </table>
    </div>
  )
}

const SkeletonRows = ({ columnCount }: { columnCount: number }) =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columnCount }, (_, column) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden with its row
        <td key={column}>
          <div className="skeleton h-3" style={{ width: `${4 + ((row * 3 + column * 5) % 5)}rem` }} />
        </td>
      ))}
    </tr>
  ))
