import { MIN_TREND_DAYS, type Outlook } from './trend.ts'

type Unit = { name: string; days: number }
const DAY: Unit = { name: 'day', days: 1 }
const WEEK: Unit = { name: 'week', days: 7 }
const MONTH: Unit = { name: 'month', days: 365 / 12 }

/** Returns the unit in which a time is about two or more, so that words promise no more than the trend knows. */
const unitFor = (days: number): Unit => (days < 14 ? DAY : days < 9 * WEEK.days ? WEEK : MONTH)

const counted = (count: number, { name }: Unit): string => `${count} ${name}${count === 1 ? '' : 's'}`

/**
 * Says an outlook in one sentence.
 * @param historyDays whole days of history, for an outlook without enough of it.
 * @param limit its kind, for an outlook without any capacity.
 * @example 'Runs out in about 5 weeks at this rate (between 3 and 9)'
 */
export function outlookText(outlook: Outlook, historyDays: number, limit: 'quota' | 'sleds'): string {
  switch (outlook.state) {
    case 'not_enough_history':
      return `Not enough history yet (${historyDays} of ${MIN_TREND_DAYS} days)`
    case 'no_capacity':
      return limit === 'quota' ? 'The quota is 0' : 'No capacity on the sleds'
    case 'full':
      return 'Full'
    case 'not_within_a_year':
      return 'Not before a year at this rate'
    case 'runs_out':
      return runsOutText(outlook)
  }
}

function runsOutText({
  likelyDays,
  earliestDays,
  latestDays,
}: Extract<Outlook, { state: 'runs_out' }>): string {
  if (likelyDays === null) {
    const unit = unitFor(earliestDays)
    const earliest = Math.floor(earliestDays / unit.days)
    return `Most likely not within a year (${earliest === 0 ? 'a day' : counted(earliest, unit)} at the earliest)`
  }
  if (likelyDays < 1) return 'Runs out within a day at this rate'
  const unit = unitFor(likelyDays)
  const likely = Math.round(likelyDays / unit.days)
  const text = `Runs out in about ${counted(likely, unit)} at this rate`
  const earliest = Math.floor(earliestDays / unit.days)
  if (latestDays === null) return earliest === likely ? text : `${text} (${earliest} at the earliest)`
  const latest = Math.ceil(latestDays / unit.days)
  return latest - earliest <= 1 ? text : `${text} (between ${earliest} and ${latest})`
}
