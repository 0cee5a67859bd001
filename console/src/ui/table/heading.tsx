import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { capitals } from '../format/abbreviations.ts'
import { type Column, headingOf, rankOf } from './columns.ts'

/** How a table is sorted, and by what it can be. */
export type TableSort = {
  by: string
  descending: boolean
  fields: readonly string[]
  onSort: (sort: { by: string; descending: boolean }) => void
}

/** What columns of named resources are sorted by; others have it in their `meta`. */
const FIELDS: Record<string, string> = { name: 'name', timeCreated: 'created' }

/** The heading of a column. Where the list can be sorted by the column, it is a button. */
export function Heading<Row extends object>({
  column,
  sort,
  columns,
  all,
}: {
  column: Column<Row>
  columns: readonly Column<Row>[]
  sort: TableSort | undefined
  /** The button that shows all columns, above the row actions. */
  all: ReactNode
}) {
  const { header, meta } = column
  // A column of buttons has no heading, and screen readers would stop at an empty one.
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
  if (meta?.kind === 'actions') return <td className="actions">{all}</td>
  const by = meta?.sort ?? FIELDS[column.id]
  const isSortable = sort !== undefined && by !== undefined && sort.fields.includes(by)
  const isSorted = isSortable && sort.by === by
  // The latest and the largest first is what people look for.
  const descending = isSorted ? sort.descending : by !== 'name' && by !== 'address'
  return (
    <th
      scope="col"
      className={isSortable ? undefined : capitals(header)}
      data-align={meta?.align}
      data-gives-way={rankOf(column, columns)}
      aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
      style={meta?.width ? { width: meta.width } : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          className={classNames('sort', isSorted && 'text-text')}
          onClick={() => sort.onSort({ by, descending: descending !== isSorted })}
        >
          {headingOf(column)}
          <Arrow descending={descending} isSorted={isSorted} />
        </button>
      ) : (
        headingOf(column)
      )}
    </th>
  )
}

function Arrow({ descending, isSorted }: { descending: boolean; isSorted: boolean }) {
  const Icon = descending ? ArrowDown : ArrowUp
  return <Icon className={classNames('size-3 shrink-0', !isSorted && 'invisible')} aria-hidden />
}
