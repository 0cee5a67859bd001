import { isUuid } from '@granary/domain/names.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showAhead } from '../../api/show-ahead.ts'
import { useView } from '../../api/use-view.ts'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import { useMatchOf } from '../../app/route-params.ts'
import { type Group, type GroupKind, KINDS } from '../../kinds/affinity-group/kinds.ts'

const ROUTES = [
  '/authenticated/projects/$project/affinity/$antiAffinityGroup',
  '/authenticated/projects/$project/affinity-groups/$affinityGroup',
] as const

type GroupPath = { project: string; kind: GroupKind; name: string; tab: 'history' | undefined }

/** Returns the project, the kind and name of the group, and the tab, from the address of the page. */
export function useGroupPath(): GroupPath {
  const {
    params,
    search: { tab },
  } = useMatchOf(ROUTES)
  const { project } = params
  return 'affinityGroup' in params
    ? { project, kind: KINDS.affinity, name: params.affinityGroup, tab }
    : { project, kind: KINDS['anti-affinity'], name: params.antiAffinityGroup, tab }
}

/** Returns the group of the page. The route has loaded it. */
export function useGroup(): Group {
  const { project, kind, name } = useGroupPath()
  return useView(kind.view(project, name))
}

/** Navigates to the new address when the group of the page is renamed, here or elsewhere. */
export function useFollowName(): void {
  const group = useGroup()
  const { project, kind, name } = useGroupPath()
  const navigate = useNavigateHere()
  const queryClient = useQueryClient()
  const isElsewhere = !isUuid(name) && name !== group.name
  useEffect(() => {
    if (!isElsewhere) return
    // The cache has the group already, so the page stays while the address changes.
    showAhead(queryClient, kind.view(project, group.name), group)
    const params = (now: object) => ({ ...now, [kind.param]: group.name })
    navigate({ params, search: true, replace: true })
  }, [isElsewhere, project, kind, group, navigate, queryClient])
}

/** Returns the members of a group by its id. The caller shows a failure. */
export const useMembers = (kind: GroupKind, groupId: string) =>
  useQuery({ ...kind.membersOf(groupId), throwOnError: false })
