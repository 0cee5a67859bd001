import { ignorable } from '@granary/contract/call.ts'
import { projectList, projectView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { pagePlace } from '../../app/kit/list-place.ts'
import { nameFilter } from '../../app/kit/search.ts'
import { projectsCrumb, siloRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const listRoute = createRoute({
  getParentRoute: () => siloRoute,
  id: 'projects-list',
  staticData: { crumb: projectsCrumb },
  validateSearch: nameFilter,
  loaderDeps: ({ search: { name } }) => ({ name }),
  loader: ({ location, context: { queryClient }, deps: { name } }) =>
    readAhead(
      queryClient,
      pageQuery(projectList, { query: { nameContains: ignorable(name) } }, pagePlace(location.search, true)),
    ),
  component: lazyPage(() => import('./project-list.tsx'), 'ProjectList'),
})

const indexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/projects',
})

const createProjectRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/projects-new',
  staticData: panel('New project'),
  component: lazyPage(() => import('./project-create.tsx'), 'ProjectCreate'),
})

const editRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/projects/$project/edit',
  staticData: panel('Edit project'),
  loader: ({ context: { queryClient }, params: { project } }) =>
    queryClient.ensureQueryData(apiQuery(projectView, { path: { project } })),
  component: lazyPage(() => import('./project-edit.tsx'), 'ProjectEdit'),
})

/** Routes of the projects of the silo. */
export const inSilo = [listRoute.addChildren([indexRoute, createProjectRoute, editRoute])] as const
