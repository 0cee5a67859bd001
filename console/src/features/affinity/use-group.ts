import { isUuid } from '@granary/domain/names.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useView } from '../../api/use-view.ts'
import { useMatchOf } from '../../app/route-params.ts'
import { type Group, type GroupKind, KINDS } from '../../kinds/affinity-group/kinds.ts'

const ROUTES = [
  '/authenticated/projects/$project/affinity/$antiAffinityGroup',
  '/authenticated/projects/$project/affinity-groups/$affinityGroup',
] as const

/** The project, and the kind and the name of the group, in the address of the page. */
export function useGroupPath(): { project: string; kind: GroupKind; name: string } {
  const { params } = useMatchOf(ROUTES)
  const { project } = params
  return 'affinityGroup' in params
    ? { project, kind: KINDS.affinity, name: params.affinityGroup }
    : { project, kind: KINDS['anti-affinity'], name: params.antiAffinityGroup }
}

/** The group that the page is about; loaded before the page. */
export function useGroup(): Group {
  const { project, kind, name } = useGroupPath()
  return useView(kind.view(project, name))
}

/** Follows the group of the page to its address when it was given another name, here or elsewhere. */
export function useFollowName(): void {
  const group = useGroup()
  const { project, kind, name } = useGroupPath()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isElsewhere = !isUuid(name) && name !== group.name
  useEffect(() => {
    if (!isElsewhere) return
    // It is known already, so the page does not go away while it moves.
    queryClient.setQueryData(kind.view(project, group.name).queryKey, group)
    const params = (now: object) => ({ ...now, [kind.param]: group.name })
    void navigate({ to: '.', params: params as never, search: true, replace: true })
  }, [isElsewhere, project, kind, group, navigate, queryClient])
}

/** Who is in a group, by its id. A failure belongs to the place that shows them. */
export const useMembers = (kind: GroupKind, groupId: string) =>
  useQuery({ ...kind.membersOf(groupId), throwOnError: false })
