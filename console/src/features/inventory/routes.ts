import {
  networkingSwitchPortList,
  physicalDiskList,
  physicalDiskListUnadopted,
  rackList,
  rackView,
  sledInstanceList,
  sledList,
  sledListUninitialized,
  sledView,
  switchList,
} from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { historyRoute } from '../../app/history/history-route.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { systemRoute } from '../../app/routes.ts'
import { driverSelection } from './driver-selection-query.ts'

const SLED = '/system/inventory/sleds/$sledId'
const sledsCrumb = { label: 'Sleds', to: '/system/inventory/sleds' }

const inventoryRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'inventory',
  staticData: {
    crumb: { label: 'Inventory', to: '/system/inventory/sleds' },
  },
})

const indexRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/system/inventory/sleds', replace: true })
  },
})

/** The heading and the tabs of the lists. A sled has a page of its own. */
const frameRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  id: 'inventory-frame',
  loader: ({ context: { queryClient } }) => readAhead(queryClient, driverSelection),
  component: lazyPage(() => import('./inventory-page.tsx'), 'InventoryPage'),
})

const sledsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'sleds',
  staticData: { crumb: sledsCrumb },
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(sledList, {}, location.search, false)),
  component: lazyPage(() => import('./sled-list.tsx'), 'SledList'),
})

const disksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'disks',
  staticData: { crumb: { label: 'Disks' } },
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(physicalDiskList, {}, location.search, false)),
  component: lazyPage(() => import('./disk-list.tsx'), 'DiskList'),
})

const switchesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'switches',
  staticData: { crumb: { label: 'Switches' } },
  loader: ({ context: { queryClient } }) => readAhead(queryClient, pageQuery(switchList, {})),
  component: lazyPage(() => import('./switch-list.tsx'), 'SwitchList'),
})

const portsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'switch-ports',
  staticData: { crumb: { label: 'Switch ports' } },
  loader: ({ context: { queryClient } }) => readAhead(queryClient, pageQuery(networkingSwitchPortList, {})),
  component: lazyPage(() => import('./port-list.tsx'), 'PortList'),
})

/** The list stays mounted below the panel of a rack. */
const racksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'racks',
  staticData: { crumb: { label: 'Racks' } },
  loader: ({ context: { queryClient } }) => readAhead(queryClient, pageQuery(rackList, {})),
  component: lazyPage(() => import('./rack-list.tsx'), 'RackList'),
})

const rackRoute = createRoute({
  getParentRoute: () => racksRoute,
  path: '$rackId',
  staticData: panel('Rack'),
  loader: ({ context: { queryClient }, params: { rackId } }) =>
    queryClient.ensureQueryData(apiQuery(rackView, { path: { rackId } })),
  component: lazyPage(() => import('./rack-panel.tsx'), 'RackPanel'),
})

const unusedRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'not-in-use',
  staticData: { crumb: { label: 'Not in use' } },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      readAhead(queryClient, apiQuery(sledListUninitialized, {})),
      readAhead(queryClient, apiQuery(physicalDiskListUnadopted, {})),
    ]),
  component: lazyPage(() => import('./unused.tsx'), 'Unused'),
})

/** A sled's ID with both of its ends, for crumbs. */
const shortId = (id: string): string => `${id.slice(0, 5)}…${id.slice(-5)}`

const sledRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'sleds/$sledId',
  staticData: {
    crumb: [sledsCrumb, { label: ({ sledId }) => shortId(sledId!), to: `${SLED}/instances` }],
  },
  loader: ({ context: { queryClient }, params: { sledId } }) =>
    queryClient.ensureQueryData(apiQuery(sledView, { path: { sledId } })),
  component: lazyPage(() => import('./sled-page.tsx'), 'SledPage'),
})

const sledIndexRoute = createRoute({
  getParentRoute: () => sledRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: `${SLED}/instances`, params, replace: true })
  },
})

const sledInstancesRoute = createRoute({
  getParentRoute: () => sledRoute,
  path: 'instances',
  staticData: { crumb: { label: 'Instances' } },
  loader: ({ context: { queryClient }, params: { sledId } }) =>
    readAhead(queryClient, pageQuery(sledInstanceList, { path: { sledId } })),
  component: lazyPage(() => import('./sled-instances.tsx'), 'SledInstances'),
})

const sledDisksRoute = createRoute({
  getParentRoute: () => sledRoute,
  path: 'disks',
  staticData: { crumb: { label: 'Disks' } },
  component: lazyPage(() => import('./disk-list.tsx'), 'SledDisks'),
})

const sledHistoryRoute = createRoute({ getParentRoute: () => sledRoute, ...historyRoute })

export const inSystem = [
  inventoryRoute.addChildren([
    indexRoute,
    frameRoute.addChildren([
      sledsRoute,
      disksRoute,
      switchesRoute,
      portsRoute,
      racksRoute.addChildren([rackRoute]),
      unusedRoute,
    ]),
    sledRoute.addChildren([sledIndexRoute, sledInstancesRoute, sledDisksRoute, sledHistoryRoute]),
  ]),
] as const
