import { dateAndTime } from '@granary/domain/time.ts'
import { Missing } from './missing.tsx'

/** Date, then dimmed time, in the user's locale. */
export function DateTime({ date }: { date: Date | null | undefined }) {
  if (!date) return <Missing />
  const parts = dateAndTime(date)
  return (
    <time
      dateTime={date.toISOString()}
      title={`${parts.date}, ${parts.time}`}
      className="whitespace-nowrap tabular-nums"
    >
      {/* The text has no separator (specification, tables). Screen readers read the space in the style. */}
      {parts.date}
      <span className="time-of-day text-text-muted before:content-['_']">{parts.time}</span>
    </time>
  )
}
