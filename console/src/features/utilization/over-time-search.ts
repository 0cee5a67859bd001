import { type RangeSearch, rangeSearch } from '../../ui/time-range/ranges.ts'

/** The period in the URL, and the ID of the project or silo to show. */
export type OverTimeSearch = RangeSearch & { scope?: string | undefined }

/** Parses the URL of the charts and ignores everything else. */
export const overTimeSearch = (search: Record<string, unknown>): OverTimeSearch => ({
  ...rangeSearch(search),
  scope: typeof search.scope === 'string' && search.scope !== '' ? search.scope : undefined,
})
