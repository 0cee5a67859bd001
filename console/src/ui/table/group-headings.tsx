import type { Column } from './columns.ts'

type Run = { key: string; group: string | undefined; span: number; isCentered: boolean }

/** Joins neighbouring columns of the same group. */
function runsOf<Row extends object>(columns: readonly Column<Row>[]): Run[] {
  const runs: Run[] = []
  for (const { id, meta } of columns) {
    const last = runs.at(-1)
    const isEnd = meta?.align === 'end'
    if (last && last.group === meta?.group) {
      last.span++
      last.isCentered &&= isEnd
    } else runs.push({ key: id, group: meta?.group, span: 1, isCentered: isEnd })
  }
  return runs
}

/** A row of headings above groups of columns; nothing if no column has a group. */
export function GroupHeadings<Row extends object>({
  columns,
  hasSelection,
}: {
  columns: readonly Column<Row>[]
  hasSelection: boolean
}) {
  if (!columns.some(({ meta }) => meta?.group)) return null
  return (
    <tr>
      {hasSelection && <td className="select" aria-hidden />}
      {runsOf(columns).map(({ key, group, span, isCentered }) =>
        group ? (
          <th
            key={key}
            scope="colgroup"
            colSpan={span}
            // Numbers are at the right of their columns, so a heading at the left would be far from the first one.
            className={isCentered ? 'text-center' : undefined}
          >
            {group}
          </th>
        ) : (
          <td key={key} colSpan={span} aria-hidden />
        ),
      )}
    </tr>
  )
}
