import { type RangeSearch, rangeSearch } from '../../../ui/time-range/ranges.ts'

/** The states of a virtual CPU that have a chart. */
export const CPU_STATES = ['run', 'emulation', 'idle', 'waiting'] as const
export type CpuState = (typeof CPU_STATES)[number]

/** The period in the URL, and the choice of each tab. */
export type MetricsSearch = RangeSearch & {
  state?: CpuState | 'all' | undefined
  disk?: string | undefined
  nic?: string | undefined
}

const named = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Parses the URL of the metrics tab and ignores everything else. */
export const metricsSearch = (search: Record<string, unknown>): MetricsSearch => ({
  ...rangeSearch(search),
  state: ([...CPU_STATES, 'all'] as const).find((state) => state === search.state),
  disk: named(search.disk),
  nic: named(search.nic),
})
