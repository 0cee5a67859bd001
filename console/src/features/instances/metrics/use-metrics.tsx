import { useIsFetching } from '@tanstack/react-query'
import { timeseriesQuery } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { useNavigateHere } from '../../../app/kit/lists/use-navigate-here.ts'
import { type PresetOption, TimeRange } from '../../../ui/time-range/time-range.tsx'
import { useLinkedRange } from '../../../ui/time-range/linked-zoom.ts'
import { isPreset, rangeOfSearch, searchOfRange } from '../../../ui/time-range/ranges.ts'
import { RefreshInterval } from '../../../ui/time-range/refresh-interval.tsx'
import { useLivePeriod } from '../../../ui/time-range/use-live-period.ts'
import type { MetricsSearch } from './search.ts'

const route = getRouteApi('/authenticated/projects/$project/instances/$instance/instance-frame/metrics')

const PRESETS: readonly PresetOption[] = [
  { value: 'hour', label: 'Last hour' },
  { value: 'three-hours', label: 'Last 3 hours' },
  { value: 'day', label: 'Last 24 hours' },
]

type Live = ReturnType<typeof useLivePeriod>

const Context = createContext<Live | null>(null)

/** Keeps the period of the charts while the user switches between the tabs. */
export function MetricsPeriod({ children }: { children: ReactNode }) {
  const [search, change] = useMetricsSearch()
  const live = useLivePeriod(useLinkedRange(search, change))
  return <Context value={live}>{children}</Context>
}

/** Returns the period of the charts. @throws Error outside of {@link MetricsPeriod}. */
export function usePeriod(): Live {
  const live = use(Context)
  if (!live) throw new Error('usePeriod needs MetricsPeriod around it')
  return live
}

/** Returns the choices in the URL, and a function that changes some of them. */
export function useMetricsSearch(): [MetricsSearch, (change: Partial<MetricsSearch>) => void] {
  const search = route.useSearch()
  const navigate = useNavigateHere()
  const change = (next: Partial<MetricsSearch>) =>
    navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  return [search, change]
}

/** The head of a tab: its own choice, and the period of all tabs. */
export function MetricsHeader({ children }: { children: ReactNode }) {
  const [search, change] = useMetricsSearch()
  const range = rangeOfSearch(search)
  const { period, interval, setInterval, slide } = usePeriod()
  const isFetching = useIsFetching({ queryKey: [timeseriesQuery.id] }) > 0
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <RefreshInterval
          interval={interval}
          onChange={setInterval}
          isFetching={isFetching}
          isDisabled={!isPreset(range)}
          onRefresh={slide}
        />
        <TimeRange
          presets={PRESETS}
          range={range}
          period={period}
          onChange={(next) => change(searchOfRange(next))}
        />
      </div>
    </div>
  )
}
