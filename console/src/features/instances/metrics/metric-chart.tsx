import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { isFinal } from '../../../api/errors.ts'
import { DOCS } from '../../../app/docs.ts'
import { readAgain } from '../../../app/kit/pages/unread.tsx'
import { type ChartQuery, queryText, stagesOf } from '../../../kinds/metrics/query-text.ts'
import { isTooMuch } from '../../../kinds/metrics/too-much.ts'
import { useChart } from '../../../kinds/metrics/use-chart.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import type { Period } from '../../../ui/chart/lines.ts'
import { fullTime } from '../../../ui/chart/times.ts'
import type { UnitKind } from '../../../ui/chart/units.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { isPreset, rangeOfSearch } from '../../../ui/time-range/ranges.ts'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { useMetricsSearch, usePeriod } from './use-metrics.tsx'

const QueryDialog = lazyPart(() => import('../../../kinds/metrics/query-dialog.tsx'))

const TOO_MUCH = {
  title: 'Too many points',
  body: 'This period has more points than a query can read. Choose a shorter period.',
}

/**
 * Returns why a period has no data. If it begins before the machine's start and ends now, there is no reading since that start.
 */
function reasonFor(
  { runState, timeRunStateUpdated }: ReturnType<typeof useInstance>,
  [from, to]: Period,
  endsNow: boolean,
): string {
  if (runState !== 'running') return `There is no data for this period. The instance is ${runState}.`
  const started = timeRunStateUpdated.getTime()
  return endsNow && from <= started && started < to
    ? `No reading yet since the instance started on ${fullTime(started)}.`
    : 'There is no data for this period.'
}

type MetricChartProps = { title: string; description?: string; unit: UnitKind; query: ChartQuery }

/** A chart of one metric of the instance. */
export function MetricChart({ title, description, unit, query }: MetricChartProps) {
  const { project } = useInstancePath()
  const client = useQueryClient()
  const instance = useInstance()
  const { settled } = usePeriod()
  const [search] = useMetricsSearch()
  const [isShown, show] = useState(false)
  const stages = stagesOf(query, settled)
  const { data, error } = useChart(project, queryText(stages), unit, title)
  const about = new URL(DOCS.metrics, location.origin).href
  return (
    <>
      <ChartCard
        title={title}
        description={description}
        unit={unit}
        period={settled}
        data={data}
        error={error}
        failure={isTooMuch(error) ? TOO_MUCH : undefined}
        onRetry={isFinal(error) ? undefined : () => void readAgain(client)}
        emptyReason={reasonFor(instance, settled, isPreset(rangeOfSearch(search)))}
        entries={[
          { label: 'About this metric', href: about, reads: true },
          { label: 'View OxQL query', onAction: () => show(true), reads: true },
        ]}
      />
      {isShown && (
        <Suspense fallback={null}>
          <QueryDialog project={project} stages={stages} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Charts in two columns where there is room. */
export const ChartGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-4 xl:grid-cols-2">{children}</div>
)
