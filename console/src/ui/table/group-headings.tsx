import type { Column } from './columns.ts'

type Run = { key: string; group: string | undefined; span: number }

/** Joins neighbouring columns of the same group. */
function runsOf<Row extends object>(columns: readonly Column<Row>[]): Run[] {
  const runs: Run[] = []
  for (const { id, meta } of columns) {
    const last = runs.at(-1)
    if (last && last.group === meta?.group) last.span++
    else runs.push({ key: id, group: meta?.group, span: 1 })
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
      {runsOf(columns).map(({ key, group, span }) =>
        group ? (
          <th key={key} scope="colgroup" colSpan={span}>
            {group}
          </th>
        ) : (
          <td key={key} colSpan={span} aria-hidden />
        ),
      )}
    </tr>
  )
}
