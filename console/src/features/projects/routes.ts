import { projectList, projectView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { projectsCrumb, siloRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const listRoute = createRoute({
  getParentRoute: () => siloRoute,
  id: 'projects-list',
  staticData: { crumb: projectsCrumb },
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(projectList, {}, location.search)),
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
