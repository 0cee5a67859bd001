import type { CallOutput } from '@granary/contract/call.ts'
import { vpcView } from '@granary/contract/generated/client.ts'
import { isUuid } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { namedQuery } from '../../api/queries.ts'
import { showAhead } from '../../api/show-ahead.ts'
import { useView } from '../../api/use-view.ts'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'

const route = getRouteApi('/authenticated/projects/$project/networks/vpcs/$vpc')

export type Vpc = CallOutput<'vpcView'>
/** The project and VPC of a page, by name. */
export type VpcPath = { project: string; vpc: string }

/** Returns the project and the VPC from the address of the page. */
export const useVpcPath = (): VpcPath => route.useParams()

/** Returns the query of a VPC by its address. Still finds a VPC that was shown there and renamed since. */
export const vpcQuery = ({ project, vpc }: VpcPath) =>
  namedQuery(vpcView, { path: { vpc }, query: { project } }, (id) => ({ path: { vpc: id } }))

/** Returns the VPC of the page. The route has loaded it. */
export const useVpc = (): Vpc => useView(vpcQuery(useVpcPath()))

/** Navigates to the new address when the VPC of the page is renamed, here or elsewhere. */
export function useFollowName(): void {
  const vpc = useVpc()
  const { project, vpc: shown } = useVpcPath()
  const navigate = useNavigateHere()
  const queryClient = useQueryClient()
  const isElsewhere = !isUuid(shown) && shown !== vpc.name
  useEffect(() => {
    if (!isElsewhere) return
    // The cache has the VPC already, so the page stays while the address changes.
    showAhead(queryClient, vpcQuery({ project, vpc: vpc.name }), vpc)
    const params = (now: object) => ({ ...now, vpc: vpc.name })
    navigate({ params, search: true, replace: true })
  }, [isElsewhere, project, vpc, navigate, queryClient])
}
