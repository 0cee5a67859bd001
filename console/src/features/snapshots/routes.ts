import { ignorable } from '@granary/contract/call.ts'
import { snapshotList, snapshotView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { pagePlace } from '../../app/kit/list-place.ts'
import { nameFilter } from '../../app/kit/search.ts'
import { projectRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'snapshots-list',
  validateSearch: nameFilter,
  staticData: { crumb: { label: 'Snapshots', to: '/projects/$project/snapshots' } },
  loaderDeps: ({ search: { name } }) => ({ name }),
  loader: ({ location, context: { queryClient }, params: { project }, deps }) =>
    readAhead(
      queryClient,
      pageQuery(
        snapshotList,
        { query: { project, nameContains: ignorable(deps.name) } },
        pagePlace(location.search, true),
      ),
    ),
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
