import { dateAndTime } from '@granary/domain/time.ts'
import { Missing } from './missing.tsx'

/** Date, then dimmed time, in the user's locale. */
export function DateTime({ date }: { date: Date | null | undefined }) {
  if (!date) return <Missing />
  const parts = dateAndTime(date)
  return (
    <time dateTime={date.toISOString()} className="whitespace-nowrap tabular-nums">
      {/* The space keeps them apart where they are read out or copied. */}
      {parts.date} <span className="ml-0.5 text-text-muted">{parts.time}</span>
    </time>
  )
}
