import { type ChartData, thinned } from './lines.ts'
import { fullTime } from './times.ts'
import type { Scale } from './units.ts'

/** More rows are slow, and nobody reads them. */
const MAX_ROWS = 500

type ChartTableProps = { title: string; data: ChartData; scale: Scale; height: number }

/** The points of a chart as a table, newest first. Long charts are averaged. */
export function ChartTable({ title, data, scale, height }: ChartTableProps) {
  const { data: rows, perRow } = thinned(data, MAX_ROWS)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must be able to scroll it
    <div
      className="overflow-auto rounded border border-border"
      style={{ height }}
      role="region"
      aria-label={`Points of ${title}`}
      tabIndex={0}
    >
      <table className="w-full text-sm tabular-nums" aria-label={title}>
        {perRow > 1 && (
          <caption className="caption-top px-3 py-1.5 text-left text-xs text-text-muted">
            Each row is the average of {perRow} points.
          </caption>
        )}
        <thead className="sticky top-0 bg-surface-sunken text-left text-xs text-text-muted">
          <tr>
            <th scope="col" className="px-3 py-1.5 font-medium">
              Time
            </th>
            {rows.lines.map(({ label }) => (
              <th key={label} scope="col" className="px-3 py-1.5 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.times
            .map((time, at) => (
              <tr key={time} className="border-t border-border">
                <td className="px-3 py-1 whitespace-nowrap">{fullTime(time)}</td>
                {rows.lines.map(({ label, values }) => (
                  <td key={label} className="px-3 py-1 text-right whitespace-nowrap">
                    {values[at] == null ? 'No data' : scale.full(values[at])}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </div>
  )
}
