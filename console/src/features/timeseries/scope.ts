import { timeInUrl } from '../../ui/time-range/url-time.ts'

/** The project whose series a page reads; null for the whole fleet. */
export type Scope = { project: string } | null

/**
 * What the page of queries has in its URL: the query that it answers, and the shown form of the answer. A zoomed period comes with
 * the time for which the query is answered then, so that a link shows the same points later.
 */
export type QuerySearch = {
  q?: string | undefined
  tab?: AnswerTab | undefined
  zoom?: string | undefined
  at?: string | undefined
}

/** The forms of an answer. The first is the default, which the URL leaves out. */
export type AnswerTab = 'chart' | 'table'

/** Parses the URL of the page and ignores everything else. */
export const querySearch = ({ q, tab, zoom, at }: Record<string, unknown>): QuerySearch => ({
  q: typeof q === 'string' && q.trim() !== '' ? q : undefined,
  tab: tab === 'table' ? tab : undefined,
  zoom: typeof zoom === 'string' ? zoom : undefined,
  at: typeof at === 'string' && timeInUrl(at) !== null ? at : undefined,
})

/** Returns values that fields of the scope have, for checks. The server knows the ID of the project. */
export const scopeFields = (scope: Scope): Record<string, string> =>
  scope ? { project_id: scope.project } : {}
