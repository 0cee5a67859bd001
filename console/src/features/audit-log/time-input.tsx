type TimeInputProps = {
  label: string
  /** UTC, or undefined for no limit. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One end of a range of time, in the time zone of the browser. */
export const TimeInput = ({ label, value, onChange }: TimeInputProps) => (
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
