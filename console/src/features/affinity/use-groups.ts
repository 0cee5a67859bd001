import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWhole } from '../../app/kit/lists/use-whole.ts'
import { type Group, KINDS, type KindName } from '../../kinds/affinity-group/kinds.ts'

/** A group of either kind. */
export type GroupRow = Group & { kind: KindName }

const rowsOf = (groups: Group[]): Group[] => groups
const later = (a: Error | null, b: Error | null) => a ?? b

/** Returns the groups of a project that match some terms, of both kinds and sorted by name, as a page for `ListPage`. */
export function useGroups(project: string, terms: string | undefined) {
  const all = (kind: KindName) => ({ ...KINDS[kind].all(project, terms), placeholderData: keepPreviousData })
  const apart = useWhole(all('anti-affinity'), rowsOf)
  const together = useWhole(all('affinity'), rowsOf)
  const rows = useMemo(
    () =>
      apart.rows && together.rows
        ? [
            ...apart.rows.map((group): GroupRow => ({ ...group, kind: 'anti-affinity' })),
            ...together.rows.map((group): GroupRow => ({ ...group, kind: 'affinity' })),
          ].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
        : undefined,
    [apart.rows, together.rows],
  )
  return {
    ...apart,
    rows,
    error: later(apart.error, together.error),
    refreshError: later(apart.refreshError, together.refreshError),
    isFetching: apart.isFetching || together.isFetching,
    updatedAt: Math.min(apart.updatedAt, together.updatedAt),
    refetch: async () => (await Promise.all([apart.refetch(), together.refetch()]))[0],
  }
}
