import type { ItemOf } from '@granary/contract/call.ts'
import {
  internetGatewayIpAddressList,
  internetGatewayIpPoolList,
  vpcRouterList,
  vpcRouterRouteList,
} from '@granary/contract/generated/client.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { allQuery } from '../../../api/queries.ts'

export type Gateway = ItemOf<'internetGatewayList'>

/** Reads the pools and the address of a gateway. The caller shows a failure. */
export function useAttachments(gatewayId: string) {
  const input = { query: { gateway: gatewayId } }
  const pools = useQuery({ ...allQuery(internetGatewayIpPoolList, input), throwOnError: false })
  const addresses = useQuery({ ...allQuery(internetGatewayIpAddressList, input), throwOnError: false })
  return { pools, addresses }
}

/**
 * Returns the routes of all routers of a VPC that lead to a gateway, each with its router; undefined until they have
 * loaded, or with the error of loading them.
 */
export function useRoutesTo({ vpcId, name }: Gateway) {
  const routers = useQuery({ ...allQuery(vpcRouterList, { query: { vpc: vpcId } }), throwOnError: false })
  const lists = useQueries({
    queries: (routers.data ?? []).map(({ id }) => ({
      ...allQuery(vpcRouterRouteList, { query: { router: id } }),
      throwOnError: false,
    })),
  })
  const error = routers.error ?? lists.find((list) => list.error && !list.data)?.error ?? null
  if (!routers.data || lists.some(({ data }) => data === undefined)) return { routes: undefined, error }
  const routes = lists.flatMap(({ data = [] }, index) =>
    data
      .filter(({ target }) => target.type === 'internet_gateway' && target.value === name)
      .map((route) => ({ router: routers.data[index]!, route })),
  )
  return { routes, error: null }
}
