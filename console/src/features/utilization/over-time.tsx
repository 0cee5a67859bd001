import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import { isFinal } from '../../api/errors.ts'
import { useExtensions } from '../../api/extensions.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { readAgain } from '../../app/kit/pages/unread.tsx'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { ChartGroup } from '../../ui/chart/group.tsx'
import type { Period } from '../../ui/chart/lines.ts'
import type { UnitKind } from '../../ui/chart/units.ts'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { searchOfZoom, useLinkedRange, zoomOfSearch } from '../../ui/time-range/linked-zoom.ts'
import { isPreset, searchOfRange } from '../../ui/time-range/ranges.ts'
import { RefreshInterval } from '../../ui/time-range/refresh-interval.tsx'
import { type PresetOption, TimeRange } from '../../ui/time-range/time-range.tsx'
import { useLivePeriod } from '../../ui/time-range/use-live-period.ts'
import { changesQuery, type Counted, type MetricName } from './changes.ts'
import type { OverTimeSearch } from './over-time-search.ts'
import { stepChart } from './steps.ts'

const PRESETS: readonly PresetOption[] = [
  { value: 'hour', label: 'Last hour' },
  { value: 'three-hours', label: 'Last 3 hours' },
  { value: 'day', label: 'Last day' },
  { value: 'week', label: 'Last week' },
  { value: 'month', label: 'Last 30 days' },
]

const CHARTS: readonly { title: string; metric: MetricName; unit: UnitKind }[] = [
  { title: 'CPU', metric: 'cpus_provisioned', unit: 'count' },
  { title: 'Memory', metric: 'ram_provisioned', unit: 'GiB' },
  { title: 'Storage', metric: 'virtual_disk_space_provisioned', unit: 'TiB' },
]

const ALL = ''

type OverTimeProps = {
  search: OverTimeSearch
  /** Name of the filter, and of its choice of everything. */
  label: string
  all: string
  /** Undefined while they load. */
  scopes: readonly { id: string; name: string }[] | undefined
  counted: Counted
  /** Whether everything together has a quota, and a single scope too. */
  quotas: { all: boolean; one: boolean }
}

/** Three charts of the provisioned resources over time, each beside its quota. */
export function OverTime({ search, label, all, scopes, counted, quotas }: OverTimeProps) {
  const navigate = useNavigateHere()
  const change = (next: object) => navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const range = useLinkedRange(search, change)
  const live = useLivePeriod(range)
  const isFetching = useIsFetching({ queryKey: [counted] }) > 0
  const scope = scopes?.find(({ id }) => id === search.scope)
  const isWaiting = search.scope !== undefined && scopes === undefined
  const hasQuota = scope ? quotas.one : quotas.all
  return (
    <section aria-label="Over time" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <RefreshInterval
          interval={live.interval}
          onChange={live.setInterval}
          isFetching={isFetching}
          isDisabled={!isPreset(range)}
          onRefresh={live.slide}
        />
        <Listbox
          label={label}
          hideLabel
          className="w-48"
          items={[
            { value: ALL, label: all },
            ...(scopes ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={isWaiting ? null : (scope?.id ?? ALL)}
          placeholder=""
          isLoading={isWaiting}
          onChange={(id) => change({ scope: id === ALL ? undefined : id })}
        />
        <div className="sm:ml-auto">
          <TimeRange
            presets={PRESETS}
            range={range}
            period={live.period}
            onChange={(next) => change(searchOfRange(next))}
          />
        </div>
      </div>
      <ChartGroup zoom={zoomOfSearch(search)} onZoom={(zoom) => change(searchOfZoom(zoom))}>
        {CHARTS.map((chart) => (
          <CounterChart
            key={`${chart.metric} ${scope?.id}`}
            {...chart}
            counted={counted}
            scope={scope?.id}
            period={live.settled}
            hasQuota={hasQuota}
            isWaiting={isWaiting}
          />
        ))}
      </ChartGroup>
    </section>
  )
}

type CounterChartProps = {
  title: string
  metric: MetricName
  unit: UnitKind
  counted: Counted
  scope: string | undefined
  period: Period
  hasQuota: boolean
  /** Whether it is still unknown which scope to show. */
  isWaiting: boolean
}

function CounterChart(props: CounterChartProps) {
  const { title, metric, unit, counted, scope, period, hasQuota, isWaiting } = props
  const client = useQueryClient()
  const extensions = useExtensions()
  const common = { counted, metric, scope, period }
  const provisioned = useQuery({
    ...changesQuery(common),
    enabled: !isWaiting,
    placeholderData: keepPreviousData,
  })
  const quota = useQuery({
    ...changesQuery({ ...common, quotaOf: extensions }),
    enabled: extensions !== null && hasQuota && !isWaiting,
    placeholderData: keepPreviousData,
  })
  // Until something changed there is no value to draw, and zero would be a guess.
  const isKnown =
    provisioned.data && (provisioned.data.before !== undefined || provisioned.data.within.length > 0)
  const hasLimit = quota.data?.before !== undefined || (quota.data?.within.length ?? 0) > 0
  const data =
    provisioned.data &&
    (isKnown
      ? stepChart(
          [
            { label: 'Provisioned', look: 'step', changes: provisioned.data },
            ...(quota.data && hasLimit
              ? [{ label: 'Quota', look: 'limit' as const, changes: quota.data }]
              : []),
          ],
          period,
        )
      : { times: [], lines: [] })
  return (
    <ChartCard
      title={title}
      unit={unit}
      period={period}
      data={data}
      error={provisioned.error}
      onRetry={isFinal(provisioned.error) ? undefined : () => void readAgain(client)}
      description={data && <IfMissed what="The quota" of={quota} />}
      emptyReason="Provisioned resources didn’t change in this period or before."
    />
  )
}
