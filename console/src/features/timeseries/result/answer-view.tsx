import { fullNumber } from '@granary/domain/numbers.ts'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChartGroup } from '../../../ui/chart/group.tsx'
import type { Period } from '../../../ui/chart/lines.ts'
import { QueryTabs } from '../../../ui/query-tabs.tsx'
import type { AnswerTable } from '../answer-query.ts'
import type { AnswerTab } from '../scope.ts'
import { pointCount } from './points.ts'
import type { Names } from './series-labels.ts'
import { ResultCharts } from './result-charts.tsx'
import { ResultTable } from './result-table.tsx'
import { saveCsv } from './save-csv.ts'

export type AnswerViewProps = {
  /** Those that have points. */
  tables: readonly AnswerTable[]
  /** Names of resources by their IDs. */
  names: Names
  tab: AnswerTab
  onTab: (tab: AnswerTab) => void
  /** The zoomed period of the charts. */
  zoom: Period | null
  onZoom: (zoom: Period | null) => void
}

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${fullNumber(count)} ${count === 1 ? one : many}`

/** The answer to a query, as charts or as tables. */
export function AnswerView({ tables, names, tab, onTab, zoom, onZoom }: AnswerViewProps) {
  const sum = (count: (table: AnswerTable) => number) =>
    tables.reduce((total, table) => total + count(table), 0)
  const series = sum(({ timeseries }) => timeseries.length)
  const points = sum(pointCount)
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2">
        <p role="status" className="text-sm text-text-muted">
          {tables.length > 1 && `${plural(tables.length, 'table')}, `}
          {plural(series, 'series', 'series')}, {plural(points, 'point')}
        </p>
        <Button variant="secondary" size="sm" className="ml-auto" onPress={() => saveCsv(tables)}>
          <Download className="size-4" aria-hidden />
          Download CSV
        </Button>
      </div>
      <QueryTabs
        label="Answer"
        selected={tab}
        onSelect={onTab}
        tabs={[
          {
            id: 'chart',
            label: 'Chart',
            content: (
              <ChartGroup zoom={zoom} onZoom={onZoom}>
                <Stack>
                  {tables.map((table, at) => (
                    <ResultCharts key={at} table={table} names={names} />
                  ))}
                </Stack>
              </ChartGroup>
            ),
          },
          {
            id: 'table',
            label: 'Table',
            content: (
              <Stack>
                {tables.map((table, at) => (
                  <section key={at} className="min-w-0">
                    {tables.length > 1 && <h2 className="mb-2 font-semibold wrap-anywhere">{table.name}</h2>}
                    <ResultTable table={table} />
                  </section>
                ))}
              </Stack>
            ),
          },
        ]}
      />
    </>
  )
}

const Stack = ({ children }: { children: ReactNode }) => <div className="flex flex-col gap-6">{children}</div>
