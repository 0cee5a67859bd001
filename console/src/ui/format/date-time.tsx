const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const BOTH = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Date and time in one string, for tooltips. */
export const formatDateTime = (date: Date): string => BOTH.format(date)

/** A date and, dimmed, the time, in the words of the reader's country. */
export const DateTime = ({ date }: { date: Date }) => (
  <time dateTime={date.toISOString()} className="whitespace-nowrap tabular-nums">
    {DATE.format(date)} <span className="text-text-muted">{TIME.format(date)}</span>
  </time>
)
