import { subscriptionProblem } from '@granary/domain/alert-subscriptions.ts'
import { type LogRange, RANGES } from '../../app/kit/lists/log-ranges.ts'
import { timeInUrl } from '../../ui/time-range/url-time.ts'

/** Which alerts a list has. Most lasting ones end by themselves, so the list begins with those that have not. */
export const STATES = [
  { value: 'unresolved', label: 'Unresolved' },
  { value: 'other', label: 'Resolved and events' },
  { value: 'all', label: 'All alerts' },
] as const
export type AlertState = (typeof STATES)[number]['value']

/** The filters of the list of alerts, in the URL. */
export type AlertSearch = LogRange & {
  state?: AlertState
  /** A class or a glob. */
  class?: string
}

const timeOf = (value: unknown): string | undefined => {
  const time = timeInUrl(value)
  return time === null ? undefined : new Date(time).toISOString()
}

/** Reads the filters from a URL and ignores everything else. */
export function alertSearch(search: Record<string, unknown>) {
  const from = timeOf(search.from)
  const to = timeOf(search.to)
  const { class: name } = search
  return {
    // A link may have only the times.
    range: RANGES.find(({ value }) => value === search.range)?.value ?? (from || to ? 'custom' : 'all'),
    from,
    to,
    state: STATES.find(({ value }) => value === search.state)?.value ?? 'unresolved',
    class: typeof name === 'string' && subscriptionProblem(name) === null ? name : undefined,
  } as const
}
