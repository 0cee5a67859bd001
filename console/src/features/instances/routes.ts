import {
  instanceDiskList,
  instanceExternalIpList,
  instanceList,
  instanceNetworkInterfaceList,
} from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { historyRoute } from '../../app/history/history-route.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { likeSearch } from '../../app/like.ts'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { partFailed } from '../../app/kit/pages/part-failed.tsx'
import { pagePlace } from '../../app/kit/lists/list-place.ts'
import { projectRoute } from '../../app/routes.ts'
import { readChoicesAhead, requireProject } from './create/loader.ts'
import { instanceFilters, instanceSearch } from './instance-search.ts'
import { metricsSearch } from './metrics/search.ts'
import { instanceQuery } from './use-instance.ts'

const projectIndex = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/instances', params, replace: true })
  },
})

const instancesCrumb = {
  label: 'Instances',
  to: '/projects/$project/instances',
}

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'instances',
  validateSearch: instanceSearch,
  staticData: {
    crumb: instancesCrumb,
  },
  loaderDeps: ({ search: { name, state, image, os } }) => ({ name, state, image, os }),
  loader: ({ location, context: { queryClient }, params: { project }, deps }) =>
    readAhead(
      queryClient,
      pageQuery(
        instanceList,
        { query: { project, ...instanceFilters(deps) } },
        pagePlace(instanceList, location.search, true),
      ),
    ),
  component: lazyPage(() => import('./instance-list.tsx'), 'InstanceList'),
})

const createInstanceRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'instances-new',
  validateSearch: likeSearch,
  staticData: { crumb: { label: 'New instance' } },
  // Checks that the project exists before the user fills in a long form.
  loader: ({ context: { queryClient }, params: { project } }) => {
    // First, because the form waits for it, and browsers send few requests at once.
    const exists = requireProject(queryClient, project)
    readChoicesAhead(queryClient, project)
    return exists
  },
  component: lazyPage(() => import('./create/instance-create.tsx'), 'InstanceCreate'),
})

const instanceRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'instances/$instance',
  staticData: {
    crumb: [
      instancesCrumb,
      {
        label: ({ instance }) => instance!,
        to: '/projects/$project/instances/$instance/storage',
      },
    ],
  },
  loader: ({ context: { queryClient }, params: { project, instance } }) =>
    queryClient.ensureQueryData(instanceQuery({ project, instance })),
})

const instanceIndex = createRoute({
  getParentRoute: () => instanceRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/instances/$instance/storage', params, replace: true })
  },
})

const frameRoute = createRoute({
  getParentRoute: () => instanceRoute,
  id: 'instance-frame',
  component: lazyPage(() => import('./instance-page.tsx'), 'InstancePage'),
})

const overviewRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'overview',
  staticData: { crumb: { label: 'Overview' } },
  component: lazyPage(() => import('./overview/overview-tab.tsx'), 'OverviewTab'),
})

const storageRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'storage',
  staticData: { crumb: { label: 'Storage' } },
  loader: ({ context: { queryClient }, params: { project, instance } }) =>
    readAhead(queryClient, apiQuery(instanceDiskList, { path: { instance }, query: { project } })),
  component: lazyPage(() => import('./storage/storage-tab.tsx'), 'StorageTab'),
  errorComponent: partFailed('Disks'),
})

const networkingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'networking',
  staticData: { crumb: { label: 'Networking' } },
  loader: ({ context: { queryClient }, params: { project, instance } }) =>
    Promise.all([
      readAhead(queryClient, apiQuery(instanceExternalIpList, { path: { instance }, query: { project } })),
      readAhead(queryClient, apiQuery(instanceNetworkInterfaceList, { query: { instance, project } })),
    ]),
  component: lazyPage(() => import('./networking/networking-tab.tsx'), 'NetworkingTab'),
  errorComponent: partFailed('Addresses and interfaces'),
})

const metricsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'metrics',
  validateSearch: metricsSearch,
  staticData: { crumb: { label: 'Metrics', to: '/projects/$project/instances/$instance/metrics' } },
  component: lazyPage(() => import('./metrics/metrics-tab.tsx'), 'MetricsTab'),
  errorComponent: partFailed('Metrics'),
})

const metricsIndex = createRoute({
  getParentRoute: () => metricsRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/projects/$project/instances/$instance/metrics/cpu',
      params,
      search: true,
      replace: true,
    })
  },
})

const cpuRoute = createRoute({
  getParentRoute: () => metricsRoute,
  path: 'cpu',
  component: lazyPage(() => import('./metrics/cpu-metrics.tsx'), 'CpuMetrics'),
})

const diskRoute = createRoute({
  getParentRoute: () => metricsRoute,
  path: 'disk',
  loader: ({ context: { queryClient }, params: { project, instance } }) =>
    readAhead(queryClient, apiQuery(instanceDiskList, { path: { instance }, query: { project } })),
  component: lazyPage(() => import('./metrics/disk-metrics.tsx'), 'DiskMetrics'),
})

const networkRoute = createRoute({
  getParentRoute: () => metricsRoute,
  path: 'network',
  loader: ({ context: { queryClient }, params: { project, instance } }) =>
    readAhead(queryClient, apiQuery(instanceNetworkInterfaceList, { query: { instance, project } })),
  component: lazyPage(() => import('./metrics/network-metrics.tsx'), 'NetworkMetrics'),
})

const connectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'connect',
  staticData: { crumb: { label: 'Connect' } },
  loader: ({ context: { queryClient }, params: { project, instance } }) =>
    readAhead(queryClient, apiQuery(instanceExternalIpList, { path: { instance }, query: { project } })),
  component: lazyPage(() => import('./connect-tab.tsx'), 'ConnectTab'),
})

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'settings',
  staticData: { crumb: { label: 'Settings' } },
  component: lazyPage(() => import('./settings/settings-tab.tsx'), 'SettingsTab'),
})

const instanceHistoryRoute = createRoute({ getParentRoute: () => frameRoute, ...historyRoute })

const serialRoute = createRoute({
  getParentRoute: () => instanceRoute,
  path: 'serial-console',
  staticData: { crumb: { label: 'Serial Console' } },
  component: lazyPage(() => import('./serial/serial-console-page.tsx'), 'SerialConsolePage'),
})

/** Routes of the instances of a project: list, form, and each instance with its tabs and serial console. */
export const inProject = [
  projectIndex,
  listRoute,
  createInstanceRoute,
  instanceRoute.addChildren([
    instanceIndex,
    frameRoute.addChildren([
      overviewRoute,
      storageRoute,
      networkingRoute,
      metricsRoute.addChildren([metricsIndex, cpuRoute, diskRoute, networkRoute]),
      connectRoute,
      settingsRoute,
      instanceHistoryRoute,
    ]),
    serialRoute,
  ]),
] as const
