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

/** Returns the pools and the address of a gateway; undefined until they have loaded. */
export function useAttachments(gatewayId: string) {
  const input = { query: { gateway: gatewayId } }
  const pools = useQuery({ ...allQuery(internetGatewayIpPoolList, input), throwOnError: false })
  const addresses = useQuery({ ...allQuery(internetGatewayIpAddressList, input), throwOnError: false })
  return { pools: pools.data, addresses: addresses.data, error: pools.error ?? addresses.error }
}

/** Returns the routes of all routers of a VPC that lead to a gateway, each with its router; undefined while they load. */
export function useRoutesTo({ vpcId, name }: Gateway) {
  const routers = useQuery({
    ...allQuery(vpcRouterList, { query: { vpc: vpcId } }),
    throwOnError: false,
  }).data
  const lists = useQueries({
    queries: (routers ?? []).map(({ id }) => ({
      ...allQuery(vpcRouterRouteList, { query: { router: id } }),
      throwOnError: false,
    })),
  })
  if (!routers || lists.some(({ data }) => data === undefined)) return undefined
  return lists.flatMap(({ data = [] }, index) =>
    data
      .filter(({ target }) => target.type === 'internet_gateway' && target.value === name)
      .map((route) => ({ router: routers[index]!, route })),
  )
}
