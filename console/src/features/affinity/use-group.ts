import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useView } from '../../api/use-view.ts'
import { type Group, type GroupKind, KINDS } from './kinds.ts'

type Params = { project: string; antiAffinityGroup?: string; affinityGroup?: string }

/** The project, and the kind and the name of the group, in the address of the page. */
export function useGroupPath(): { project: string; kind: GroupKind; name: string } {
  const { project, antiAffinityGroup, affinityGroup } = useParams({ strict: false }) as Params
  return affinityGroup === undefined
    ? { project, kind: KINDS['anti-affinity'], name: antiAffinityGroup! }
    : { project, kind: KINDS.affinity, name: affinityGroup }
}

/** The group that the page is about; loaded before the page. */
export function useGroup(): Group {
  const { project, kind, name } = useGroupPath()
  return useView(kind.view(project, name))
}

/** Who is in a group, by its id. A failure belongs to the place that shows them. */
export const useMembers = (kind: GroupKind, groupId: string) =>
  useQuery({ ...kind.membersOf(groupId), throwOnError: false })

/** Everything that shows groups or who is in them is out of date. */
export const refreshGroups = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => /affinity/i.test(String(queryKey[0])) })
