import { fullNumber } from '@granary/domain/numbers.ts'
import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import { useMemo } from 'react'
import { fullTime } from '../../../ui/chart/times.ts'
import type { AnswerTable } from '../answer-query.ts'
import { columnsOf, newestPoints, pointCount } from './points.ts'
import { valueText } from './value-text.ts'

/** More rows are slow, and nobody reads them. */
export const MAX_ROWS = 500

/** The newest points of a table of an answer, newest first. */
export function ResultTable({ table }: { table: AnswerTable }) {
  const columns = useMemo(() => columnsOf(table), [table])
  const points = useMemo(() => newestPoints(table, MAX_ROWS), [table])
  const count = pointCount(table)
  const units = table.name.split(',').map((name) => schemaNamed(name)?.units)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must be able to scroll it */}
      <div
        className="data-table-box max-h-120 overflow-auto"
        role="region"
        aria-label={`Points of ${table.name}`}
        tabIndex={0}
      >
        <table className="w-full text-sm tabular-nums" aria-label={table.name}>
          <thead className="sticky top-0 bg-surface-sunken text-left text-xs text-text-muted">
            <tr>
              <Heading>Time</Heading>
              {columns.values.map((name, at) => (
                <Heading key={at} isValue>
                  {units[at] ? `${name} (${units[at]})` : name}
                </Heading>
              ))}
              {columns.fields.map((name) => (
                <Heading key={name}>{name}</Heading>
              ))}
              {columns.hasStart && <Heading>Start time</Heading>}
            </tr>
          </thead>
          <tbody>
            {points.map((point, row) => (
              <tr key={row} className="border-t border-border">
                <Cell>{fullTime(point.time)}</Cell>
                {point.values.map((value, at) => (
                  <Cell key={at} isValue>
                    {valueText(value)}
                  </Cell>
                ))}
                {point.fields.map((value, at) => (
                  <Cell key={at} isCode>
                    {String(value)}
                  </Cell>
                ))}
                {columns.hasStart && <Cell>{point.start === null ? '' : fullTime(point.start)}</Cell>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > MAX_ROWS && (
        <p className="mt-1.5 text-sm text-text-muted">
          The newest {fullNumber(MAX_ROWS)} of {fullNumber(count)} points. Download the CSV file to see the
          others.
        </p>
      )}
    </>
  )
}

const Heading = ({ isValue, children }: { isValue?: boolean; children: string }) => (
  <th scope="col" className={`px-3 py-1.5 font-medium whitespace-nowrap ${isValue ? 'text-right' : ''}`}>
    {children}
  </th>
)

type CellProps = { isValue?: boolean; isCode?: boolean; children: string }

const Cell = ({ isValue, isCode, children }: CellProps) => (
  <td
    className={`px-3 py-1 whitespace-nowrap ${isValue ? 'text-right' : ''} ${isCode ? 'font-mono text-xs' : ''}`}
  >
    {children}
  </td>
)
