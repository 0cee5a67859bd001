import type { CallOutput } from '@granary/contract/call.ts'
import { projectSummaries, utilizationView } from '@granary/contract/generated/client.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { apiQuery, optionalQuery } from '../../api/queries.ts'

export type Summary = CallOutput<'projectSummaries'>['items'][number]
/** What the projects of a silo may use together. */
export type Quota = CallOutput<'utilizationView'>['capacity']
/** Projects in one request: the most that the server takes. */
const MAX_ASKED = 64

type Shared = { summaries: ReadonlyMap<string, Summary>; error: Error | null; quota: Quota | undefined }
const Context = createContext<Shared>({ summaries: new Map(), error: null, quota: undefined })

type WithSummariesProps = {
  /** IDs of the projects of a page. */
  ids: readonly string[]
  children: ReactNode
}

/** Reads the summaries of the projects of a page, for the cells in it. Lists the names at once, without waiting for them. */
export function WithSummaries({ ids, children }: WithSummariesProps) {
  const extensions = useExtensions()
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_ASKED) }, (_, index) =>
    ids.slice(index * MAX_ASKED, (index + 1) * MAX_ASKED),
  )
  const { items, error } = useQueries({
    queries: parts.map((project) => optionalQuery(extensions, projectSummaries, { query: { project } })),
    combine: (reads) => ({
      items: reads.flatMap(({ data }) => data?.items ?? []),
      error: reads.find((read) => read.error && !read.data)?.error ?? null,
    }),
  })
  const quota = useQuery({ ...apiQuery(utilizationView, {}), throwOnError: false }).data?.capacity
  const shared = useMemo(
    () => ({ summaries: new Map(items.map((item) => [item.id, item])), error, quota }),
    [items, error, quota],
  )
  return <Context value={shared}>{children}</Context>
}

/**
 * Returns the summary of a project of the page, undefined until it is there, with the error of the last attempt, and the quota of the
 * silo if the user may see it.
 */
export function useSummary(id: string): {
  summary: Summary | undefined
  error: Error | null
  quota: Quota | undefined
} {
  const { summaries, error, quota } = use(Context)
  return { summary: summaries.get(id), error, quota }
}
