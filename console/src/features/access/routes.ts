import { groupList } from '@granary/contract/generated/client.ts'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { allQuery, readAhead } from '../../api/queries.ts'
import { nameFilter } from '../../app/kit/search.ts'
import { projectRoute, siloRoute, systemRoute } from '../../app/routes.ts'
import { fleetAccess, projectAccess, siloAccess } from './queries.ts'

/** The panel of a group's members, over each of the pages. */
const membersRoute = <Parent extends AnyRoute>(parent: () => Parent) =>
  createRoute({
    getParentRoute: parent,
    path: 'groups/$group',
    staticData: panel('Group members'),
    loader: ({ context: { queryClient } }) => readAhead(queryClient, allQuery(groupList, {})),
    component: lazyPage(() => import('./group-members.tsx'), 'GroupMembers'),
  })

const siloAccessRoute = createRoute({
  getParentRoute: () => siloRoute,
  path: '/access',
  staticData: {
    crumb: { label: 'Silo Access', to: '/access' },
  },
  validateSearch: nameFilter,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(siloAccess),
  component: lazyPage(() => import('./silo-access.tsx'), 'SiloAccess'),
})

const projectAccessRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'access',
  staticData: {
    crumb: { label: 'Project Access', to: '/projects/$project/access' },
  },
  validateSearch: nameFilter,
  loader: ({ context: { queryClient }, params: { project } }) =>
    queryClient.ensureQueryData(projectAccess(project)),
  component: lazyPage(() => import('./project-access.tsx'), 'ProjectAccess'),
})

const fleetAccessRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'access',
  staticData: {
    crumb: { label: 'Fleet Access', to: '/system/access' },
  },
  validateSearch: nameFilter,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(fleetAccess),
  component: lazyPage(() => import('./fleet-access.tsx'), 'FleetAccess'),
})

/** Route of the silo's access page. */
export const inSilo = [siloAccessRoute.addChildren([membersRoute(() => siloAccessRoute)])] as const
/** Route of a project's access page. */
export const inProject = [projectAccessRoute.addChildren([membersRoute(() => projectAccessRoute)])] as const
/** Route of the fleet's access page. */
export const inSystem = [fleetAccessRoute.addChildren([membersRoute(() => fleetAccessRoute)])] as const
