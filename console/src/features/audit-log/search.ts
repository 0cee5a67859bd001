import { isUuid } from '@granary/domain/names.ts'
import { type LogRange, RANGES } from '../../app/kit/lists/log-ranges.ts'
import { timeInUrl } from '../../ui/time-range/url-time.ts'
import { AUDIT_RESULTS, type AuditResult } from './ranges.ts'

/** The filters of the audit log, in the URL. */
export type AuditSearch = LogRange & {
  text?: string
  result?: AuditResult
  actor?: string
  /** ID of a resource. */
  resource?: string
  operation?: string
}

/** Characters of a filter that are used and shown. */
const MAX_LENGTH = 100

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, MAX_LENGTH) : undefined
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isUuid(value) ? value : undefined

const timeOf = (value: unknown): string | undefined => {
  const time = timeInUrl(value)
  return time === null ? undefined : new Date(time).toISOString()
}

/** Reads the filters from a URL and ignores everything else. {@link ignoredIn} names the rest. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const from = timeOf(search.from)
  const to = timeOf(search.to)
  const range = RANGES.find(({ value }) => value === search.range)?.value
  return {
    // A link may have only the times.
    range: range ?? (from || to ? 'custom' : undefined),
    from,
    to,
    text: textOf(search.text),
    result: AUDIT_RESULTS.find((one) => one === search.result),
    actor: idOf(search.actor),
    resource: idOf(search.resource),
    operation: textOf(search.operation),
  }
}

/** A filter of a URL whose value means nothing. */
export type IgnoredFilter = { key: keyof AuditSearch; value: string }

/** Returns the filters of a URL that are ignored, so that the page doesn't pass off the whole log as filtered. */
export function ignoredIn(search: Record<string, unknown>): IgnoredFilter[] {
  const read = auditSearch(search)
  return (Object.keys(read) as (keyof AuditSearch)[])
    .filter((key) => read[key] === undefined && ![undefined, null, ''].includes(search[key] as string))
    .map((key) => ({ key, value: textOf(search[key]) ?? JSON.stringify(search[key]).slice(0, MAX_LENGTH) }))
}
