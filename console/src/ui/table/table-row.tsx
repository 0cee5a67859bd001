import type { Row as TableRowModel } from '@tanstack/react-table'
import { memo, type MouseEvent } from 'react'
import { type Column, type Features, rendered } from './columns.ts'
import type { Selection } from './selection.tsx'

export type TableRowProps<Row extends object> = {
  row: TableRowModel<Features, Row>
  /** Only compared, to detect changed columns. */
  columns: readonly Column<Row>[]
  /** Index in the whole table, from 0. */
  index: number
  mode?: Selection['mode']
  selected: boolean
  label: string
  onToggle: (id: string) => void
}

const INTERACTIVE = 'a, button, input, label, [role="menuitem"]'

function PlainRow<Row extends object>({ row, index, mode, selected, label, onToggle }: TableRowProps<Row>) {
  const toggle = () => onToggle(row.id)
  // With radio buttons the whole row is clickable; with checkboxes the first cell is.
  const chooseFromRow = (event: MouseEvent) => {
    if (!(event.target as Element).closest(INTERACTIVE)) toggle()
  }
  return (
    <tr
      data-selected={selected || undefined}
      aria-rowindex={index + 2}
      aria-selected={mode ? selected : undefined}
      onClick={mode === 'single' ? chooseFromRow : undefined}
    >
      {mode && (
        <td className="select" onClick={mode === 'multiple' ? chooseFromRow : undefined}>
          <input
            type={mode === 'single' ? 'radio' : 'checkbox'}
            aria-label={`Select ${label}`}
            checked={selected}
            onChange={toggle}
          />
        </td>
      )}
      {row.getAllCells().map((cell) => {
        const { meta, cell: render } = cell.column.columnDef
        return (
          <td key={cell.id} data-align={meta?.align} className={meta?.actions ? 'actions' : undefined}>
            {rendered(render, cell.getContext())}
          </td>
        )
      })}
    </tr>
  )
}

/** A row renders again when its data, its columns or its selection change, not when a neighbour's do. */
export const TableRow = memo(
  PlainRow,
  (before, after) =>
    before.row.original === after.row.original &&
    before.row.id === after.row.id &&
    before.columns === after.columns &&
    before.index === after.index &&
    before.mode === after.mode &&
    before.selected === after.selected &&
    before.onToggle === after.onToggle,
) as typeof PlainRow
