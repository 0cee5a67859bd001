import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import { capitals } from '../format/abbreviations.ts'

type MiniTableProps<Row> = {
  /** Accessible name. */
  label: string
  columns: readonly { header: string; render: (row: Row) => ReactNode }[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  /** Name of the button that removes a row. */
  removeLabel?: (row: Row, index: number) => string
  /** Without it rows can't be removed. */
  onRemove?: (row: Row, index: number) => void
  /** Shown when there are no rows. Without it the table is hidden. */
  empty?: ReactNode
}

/** A list of entries inside a form. */
export function MiniTable<Row>(props: MiniTableProps<Row>) {
  const { label, columns, rows, rowKey, onRemove, empty } = props
  const removeLabel = props.removeLabel ?? ((_: Row, index: number) => `Remove item ${index + 1}`)
  if (rows.length === 0 && !empty) return null
  return (
    <div className="data-table-box">
      <table className="data-table" data-density="compact" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header }) => (
              <th key={header} scope="col" className={capitals(header)}>
                {header}
              </th>
            ))}
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a column of buttons has no heading */}
            {onRemove && <td className="actions" />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a row can be read where it stands
            <tr key={rowKey(row, index)} tabIndex={0}>
              {columns.map(({ header, render }) => (
                <td key={header} className="max-w-48 truncate">
                  {render(row)}
                </td>
              ))}
              {onRemove && (
                <td className="actions">
                  <IconButton
                    label={removeLabel(row, index)}
                    tooltip={false}
                    className="size-6"
                    onPress={() => onRemove(row, index)}
                  >
                    <X className="size-4" aria-hidden />
                  </IconButton>
                </td>
              )}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td
                colSpan={columns.length + (onRemove ? 1 : 0)}
                className="py-1 text-text-muted [&>div]:border-0 [&>div]:py-6"
              >
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
