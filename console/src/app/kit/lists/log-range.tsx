import { Listbox } from '../../../ui/fields/listbox.tsx'
import { type LogRange, RANGES, type RangeName } from './log-ranges.ts'

type LogRangeFilterProps = {
  value: LogRange & { range: RangeName }
  onChange: (next: LogRange) => void
}

/** The range of time of a log: a few that end now, or two times. */
export const LogRangeFilter = ({ value: { range, from, to }, onChange }: LogRangeFilterProps) => (
  <>
    <Listbox
      label="Time range"
      hideLabel
      className="w-40"
      items={RANGES}
      value={range}
      onChange={(next) => onChange({ range: next, from: undefined, to: undefined } as LogRange)}
    />
    {range === 'custom' && (
      <>
        <TimeInput label="From" value={from} onChange={(time) => onChange({ from: time } as LogRange)} />
        <TimeInput label="To" value={to} onChange={(time) => onChange({ to: time } as LogRange)} />
      </>
    )}
  </>
)

type TimeInputProps = {
  label: string
  /** UTC, or undefined for no limit. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One end of a range of time, in the time zone of the browser. */
const TimeInput = ({ label, value, onChange }: TimeInputProps) => (
  <input
    type="datetime-local"
    aria-label={label}
    className="input w-auto"
    defaultValue={value && localTime(new Date(value))}
    onChange={({ target }) => onChange(target.value ? new Date(target.value).toISOString() : undefined)}
  />
)

/** The value that the input takes: without a zone. */
const localTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
