import type { QueryClient } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { projectRoute } from '../../app/routes.ts'
import { NetworkArea } from './network-area.tsx'
import { type VpcPath, vpcQuery } from './use-vpc.ts'

/** Path of a VPC. */
export const VPC = '/projects/$project/vpcs/$vpc'
/** Breadcrumbs of the list, and of the tabs of a VPC. */
export const crumbs = {
  vpcs: { label: 'VPCs', to: '/projects/$project/vpcs' },
  rules: { label: 'Firewall Rules', to: `${VPC}/firewall-rules` },
  subnets: { label: 'VPC Subnets', to: `${VPC}/subnets` },
  routers: { label: 'Routers', to: `${VPC}/routers` },
  gateways: { label: 'Internet Gateways', to: `${VPC}/internet-gateways` },
  connectivity: { label: 'Connectivity', to: `${VPC}/connectivity` },
  map: { label: 'Map', to: `${VPC}/map` },
  routes: { label: 'Routes', to: `${VPC}/routers/$router` },
}

/** What all pages of networks have in common. */
export const areaRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'networks',
  component: NetworkArea,
})

/** Returns the ID of the VPC of a page. */
export const idOf = async (client: QueryClient, path: VpcPath): Promise<string> =>
  (await client.ensureQueryData(vpcQuery(path))).id

/** A VPC, with and without its tabs. */
export const vpcRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'vpcs/$vpc',
  staticData: { crumb: [crumbs.vpcs, { label: ({ vpc }) => vpc!, to: `${VPC}/firewall-rules` }] },
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(vpcQuery(params)),
})
/** The page of a VPC, around its tabs. */
export const frameRoute = createRoute({
  getParentRoute: () => vpcRoute,
  id: 'vpc-frame',
  component: lazyPage(() => import('./vpc-page.tsx'), 'VpcPage'),
})
