import { memo, type MouseEvent, useEffect, useRef } from 'react'
import { cellOf, type Column, isDay, rankOf } from './columns.ts'
import { Subject } from '../subject.ts'
import type { Selection } from './selection.tsx'

export type TableRowProps<Row extends object> = {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  /** Index in the whole table, from 0. */
  index: number
  mode?: Selection['mode']
  selected: boolean
  label: string
  /** Whether a pane beside the table shows this row. */
  previewed: boolean
  onToggle: (id: string) => void
}

const INTERACTIVE = 'a, button, input, label, [role="menuitem"]'

function PlainRow<Row extends object>({
  id,
  row,
  columns,
  index,
  mode,
  selected,
  label,
  previewed,
  onToggle,
}: TableRowProps<Row>) {
  const toggle = () => onToggle(id)
  // With radio buttons the whole row is clickable; with checkboxes the first cell is.
  const chooseFromRow = (event: MouseEvent) => {
    if (!(event.target as Element).closest(INTERACTIVE)) toggle()
  }
  const element = useChangeMark(row)
  return (
    <tr
      ref={element}
      onAnimationEnd={(event) => event.currentTarget.removeAttribute('data-changed')}
      data-selected={selected || undefined}
      data-previewed={previewed || undefined}
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
      <Subject value={nameOf(row) ?? label}>
        {columns.map((column) => (
          <td
            key={column.id}
            data-align={column.meta?.align}
            data-gives-way={rankOf(column, columns)}
            data-day={isDay(column, columns.length)}
            className={column.meta?.kind}
          >
            {cellOf(column, row)}
          </td>
        ))}
      </Subject>
    </tr>
  )
}

const nameOf = (data: object): string | undefined =>
  'name' in data && typeof data.name === 'string' ? data.name : undefined

/** Marks a row whose data has changed on the screen, so that the eye finds it. The style sheet fades the mark. */
function useChangeMark(data: object) {
  const element = useRef<HTMLTableRowElement>(null)
  const shown = useRef(data)
  useEffect(() => {
    if (shown.current !== data) element.current?.setAttribute('data-changed', '')
    shown.current = data
  }, [data])
  return element
}

/** A row renders again when its data, its columns or its selection change, not when a neighbour's do. */
export const TableRow = memo(
  PlainRow,
  (before, after) =>
    before.row === after.row &&
    before.id === after.id &&
    before.columns === after.columns &&
    before.index === after.index &&
    before.mode === after.mode &&
    before.selected === after.selected &&
    before.previewed === after.previewed &&
    before.onToggle === after.onToggle,
) as typeof PlainRow
