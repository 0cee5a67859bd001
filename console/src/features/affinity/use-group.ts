import type { CallOutput } from '@granary/contract/call.ts'
import { antiAffinityGroupMemberList, antiAffinityGroupView } from '@granary/contract/generated/client.ts'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ALL, apiQuery } from '../../api/queries.ts'

export type Group = CallOutput<'antiAffinityGroupView'>
type GroupPath = { project: string; antiAffinityGroup: string }

/** The project and the group in the address of the page. */
export const useGroupPath = (): GroupPath => useParams({ strict: false }) as GroupPath

/** The group that the page is about; loaded before the page. */
export function useGroup(): Group {
  const { project, antiAffinityGroup } = useGroupPath()
  return useSuspenseQuery(
    apiQuery(antiAffinityGroupView, { path: { antiAffinityGroup }, query: { project } }),
  ).data
}

/** Who is in a group, by its id. A failure belongs to the place that shows them. */
export const useMembers = (groupId: string) =>
  useQuery({
    ...apiQuery(antiAffinityGroupMemberList, {
      path: { antiAffinityGroup: groupId },
      query: { limit: ALL },
    }),
    throwOnError: false,
  })

/** Everything that shows groups or who is in them is out of date. */
export const refreshGroups = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => /antiAffinity/i.test(String(queryKey[0])) })
