import type { ItemOf } from '@granary/contract/call.ts'
import {
  internetGatewayIpAddressList,
  internetGatewayIpPoolList,
  internetGatewayList,
  vpcRouterList,
  vpcRouterRouteList,
} from '@granary/contract/generated/client.ts'
import type { GatewayIn, RouteIn } from '@granary/domain/reachability/network.ts'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allQuery } from '../../../api/queries.ts'

/** The routers, routes and gateways of a VPC. */
export type Routing = { routers: ItemOf<'vpcRouterList'>[]; routes: RouteIn[]; gateways: GatewayIn[] }

/** Joins lists of several parents; undefined until all have loaded. */
const joined = <Item>(lists: UseQueryResult<Item[]>[]) => ({
  items: lists.every(({ data }) => data) ? lists.flatMap(({ data }) => data!) : undefined,
  error: lists.find(({ error }) => error)?.error ?? null,
})

/** Reads how the packets of a VPC are routed. */
export function useRouting(vpcId: string): { routing?: Routing; error: Error | null } {
  const ofVpc = { query: { vpc: vpcId } }
  const routers = useQuery({ ...allQuery(vpcRouterList, ofVpc), throwOnError: false })
  const gateways = useQuery({ ...allQuery(internetGatewayList, ofVpc), throwOnError: false })
  const routes = useQueries({
    queries: (routers.data ?? []).map(({ id }) => ({
      ...allQuery(vpcRouterRouteList, { query: { router: id } }),
      throwOnError: false,
    })),
    combine: joined,
  })
  const ofGateways = (gateways.data ?? []).map(({ id }) => ({ query: { gateway: id } }))
  const pools = useQueries({
    queries: ofGateways.map((input) => ({
      ...allQuery(internetGatewayIpPoolList, input),
      throwOnError: false,
    })),
    combine: joined,
  })
  const addresses = useQueries({
    queries: ofGateways.map((input) => ({
      ...allQuery(internetGatewayIpAddressList, input),
      throwOnError: false,
    })),
    combine: joined,
  })
  const routing = useMemo(() => {
    if (!routers.data || !gateways.data || !routes.items || !pools.items || !addresses.items) return undefined
    return {
      routers: routers.data,
      routes: routes.items,
      gateways: gateways.data.map(({ id, name }) => ({
        id,
        name,
        poolIds: pools.items!.filter((one) => one.internetGatewayId === id).map((one) => one.ipPoolId),
        addresses: addresses
          .items!.filter((one) => one.internetGatewayId === id)
          .map(({ address }) => address),
      })),
    }
  }, [routers.data, gateways.data, routes.items, pools.items, addresses.items])
  const error = routers.error ?? gateways.error ?? routes.error ?? pools.error ?? addresses.error
  return { routing, error }
}
