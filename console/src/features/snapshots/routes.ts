import { snapshotList, snapshotView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { projectRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'snapshots-list',
  staticData: { crumb: { label: 'Snapshots', to: '/projects/$project/snapshots' } },
  ...filteredRoute,
  loader: ({ location, context: { queryClient }, params: { project } }) =>
    readAhead(queryClient, filteredPageQuery(snapshotList, { project }, location.search)),
  component: lazyPage(() => import('./snapshot-list.tsx'), 'SnapshotList'),
})

const indexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'snapshots',
})

const createSnapshotRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'snapshots-new',
  staticData: panel('New snapshot'),
  component: lazyPage(() => import('./snapshot-create.tsx'), 'SnapshotCreate'),
})

const createImageRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'snapshots/$snapshot/images-new',
  staticData: panel('Create image from snapshot'),
  loader: ({ context: { queryClient }, params: { project, snapshot } }) =>
    queryClient.ensureQueryData(apiQuery(snapshotView, { path: { snapshot }, query: { project } })),
  component: lazyPage(() => import('./image-from-snapshot.tsx'), 'ImageFromSnapshot'),
})

const createDiskRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'snapshots/$snapshot/disks-new',
  staticData: panel('New disk'),
  loader: ({ context: { queryClient }, params: { project, snapshot } }) =>
    queryClient.ensureQueryData(apiQuery(snapshotView, { path: { snapshot }, query: { project } })),
  component: lazyPage(() => import('./disk-from-snapshot.tsx'), 'DiskFromSnapshot'),
})

/** Routes of the snapshots of a project. */
export const inProject = [
  listRoute.addChildren([indexRoute, createSnapshotRoute, createImageRoute, createDiskRoute]),
] as const
