import { diskList, diskView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { likeSearch } from '../../app/like.ts'
import { pagePlace } from '../../app/kit/lists/list-place.ts'
import { projectRoute } from '../../app/routes.ts'
import { diskFilters, diskSearch } from './disk-search.ts'

/** The list stays mounted below its panels. */
const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'disks-list',
  validateSearch: diskSearch,
  staticData: { crumb: { label: 'Disks', to: '/projects/$project/disks' } },
  loaderDeps: ({ search: { name, state, type } }) => ({ name, state, type }),
  loader: ({ location, context: { queryClient }, params: { project }, deps }) =>
    readAhead(
      queryClient,
      pageQuery(
        diskList,
        { query: { project, ...diskFilters(deps) } },
        pagePlace(diskList, location.search, true),
      ),
    ),
  component: lazyPage(() => import('./disk-list.tsx'), 'DiskList'),
})

const indexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'disks',
})

const createDiskRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'disks-new',
  validateSearch: likeSearch,
  staticData: panel('New disk'),
  component: lazyPage(() => import('./disk-create.tsx'), 'DiskCreate'),
})

const viewRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'disks/$disk',
  staticData: panel('Disk'),
  loader: ({ context: { queryClient }, params: { project, disk } }) =>
    queryClient.ensureQueryData(apiQuery(diskView, { path: { disk }, query: { project } })),
  component: lazyPage(() => import('./disk-view.tsx'), 'DiskView'),
})

/** Routes of the disks of a project. */
export const inProject = [listRoute.addChildren([indexRoute, createDiskRoute, viewRoute])] as const
