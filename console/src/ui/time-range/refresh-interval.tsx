import RefreshCw from 'lucide-react/icons/refresh-cw'
import { IconButton } from '../button.tsx'
import { Listbox } from '../fields/listbox.tsx'
import { useMinimum } from '../use-minimum.ts'

const INTERVALS = [
  { value: 'off', label: 'Off', ms: null },
  { value: '10s', label: '10s', ms: 10_000 },
  { value: '1m', label: '1m', ms: 60_000 },
  { value: '2m', label: '2m', ms: 120_000 },
  { value: '5m', label: '5m', ms: 300_000 },
] as const

export type Interval = (typeof INTERVALS)[number]['value']

/** Returns the milliseconds of an interval; null if it is off. */
export const millisecondsOf = (interval: Interval): number | null =>
  INTERVALS.find(({ value }) => value === interval)!.ms

type RefreshIntervalProps = {
  interval: Interval
  onChange: (interval: Interval) => void
  isFetching: boolean
  /** A custom period doesn't follow the clock, so it is not refreshed. */
  isDisabled: boolean
  onRefresh: () => void
}

/** Refreshes data at once, or at an interval. */
export function RefreshInterval({
  interval,
  onChange,
  isFetching,
  isDisabled,
  onRefresh,
}: RefreshIntervalProps) {
  const pending = useMinimum(isFetching, 300)
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label="Refresh data"
        data-testid="refetch-interval-refresh"
        loading={pending}
        isDisabled={isDisabled}
        onPress={onRefresh}
      >
        <RefreshCw className="size-4" aria-hidden />
      </IconButton>
      <Listbox<Interval>
        label="Refresh interval"
        hideLabel
        className="w-20"
        items={INTERVALS}
        value={isDisabled ? 'off' : interval}
        onChange={onChange}
        isDisabled={isDisabled}
      />
    </div>
  )
}
