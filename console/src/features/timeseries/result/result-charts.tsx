import { fullNumber } from '@granary/domain/numbers.ts'
import { useMemo } from 'react'
import { Chart, CHART_HEIGHT } from '../../../ui/chart/chart.tsx'
import { ChartMessage } from '../../../ui/chart/chart-faces.tsx'
import { hasValues, largestOf } from '../../../ui/chart/lines.ts'
import { scaleFor } from '../../../ui/chart/units.ts'
import type { AnswerTable } from '../answer-query.ts'
import type { Names } from './series-labels.ts'
import { chartsOf, MAX_LINES, type ResultChart } from './charts.ts'

/** The charts of a table of an answer: one for each value. */
export function ResultCharts({ table, names }: { table: AnswerTable; names: Names }) {
  const charts = useMemo(() => chartsOf(table, names), [table, names])
  if (charts.length === 0)
    return (
      <ChartMessage
        height={CHART_HEIGHT / 2}
        title="No chart"
        body="The values aren't numbers. The table shows them."
      />
    )
  return charts.map((chart, at) => <OneChart key={at} {...chart} />)
}

function OneChart({ title, unit, data, series, leavesOutFirst, isRate }: ResultChart) {
  const notes = [
    ...(series > MAX_LINES
      ? [`The first ${MAX_LINES} of ${fullNumber(series)} series. Filter or group them to see the others.`]
      : []),
    ...(leavesOutFirst
      ? ['The first point of each counter counts since its start and is only in the table.']
      : []),
    ...(isRate ? ['Values are the mean increase of a counter in 5 seconds.'] : []),
  ]
  return (
    <section className="min-w-0 rounded-md border border-border bg-surface-raised">
      <h2 className="px-4 pt-3 font-semibold wrap-anywhere">
        {title}{' '}
        <span className="font-normal text-text-muted">{scaleFor(unit, largestOf(data.lines)).label}</span>
      </h2>
      <div className="px-4 pt-2 pb-3">
        {hasValues(data) ? (
          <Chart title={title} unit={unit} data={data} />
        ) : (
          <ChartMessage
            height={CHART_HEIGHT / 2}
            title="No line"
            body="There are too few points for a chart. The table shows them."
          />
        )}
        {notes.map((note) => (
          <p key={note} className="mt-2 text-sm text-text-muted">
            {note}
          </p>
        ))}
      </div>
    </section>
  )
}
