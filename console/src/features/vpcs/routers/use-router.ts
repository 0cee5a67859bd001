import { vpcRouterView } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '../../../api/queries.ts'
import { useView } from '../../../api/use-view.ts'

const route = getRouteApi('/authenticated/projects/$project/networks/vpcs/$vpc/routers/$router')

/** Returns the project, the VPC and the router from the address of the page. */
export const useRouterPath = () => route.useParams()

/** Returns the router of the page. The route has loaded it. */
export function useVpcRouter() {
  const { router, ...query } = useRouterPath()
  return useView(apiQuery(vpcRouterView, { path: { router }, query }))
}
