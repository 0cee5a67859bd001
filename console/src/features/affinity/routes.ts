import { antiAffinityGroupList, antiAffinityGroupView } from '@granary/contract/generated/client.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { nameFilter } from '../../app/kit/search.ts'
import { projectRoute } from '../../app/routes.ts'

const crumb = {
  label: 'Affinity Groups',
  to: ({ project }: Record<string, string>) => `/projects/${project}/affinity`,
}

/** The list stays under the panel that creates. */
const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'affinity-list',
  validateSearch: nameFilter,
  staticData: { crumb },
  loader: ({ context: { queryClient }, params: { project } }) =>
    queryClient.ensureQueryData(allQuery(antiAffinityGroupList, { query: { project } })),
  component: lazyRouteComponent(() => import('./group-list.tsx'), 'GroupList'),
})

const indexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'affinity',
  staticData: { navigation: { area: 'project', label: 'Affinity Groups', order: 8 } },
})

const createGroupRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'affinity-new',
  staticData: { panel: true, crumb: { label: 'New anti-affinity group', titleOnly: true } },
  component: lazyRouteComponent(() => import('./group-create.tsx'), 'GroupCreate'),
})

const groupRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'affinity/$antiAffinityGroup',
  staticData: {
    crumb: [
      crumb,
      {
        label: ({ antiAffinityGroup }) => antiAffinityGroup!,
        to: ({ project, antiAffinityGroup }) => `/projects/${project}/affinity/${antiAffinityGroup}`,
      },
    ],
  },
  loader: ({ context: { queryClient }, params: { project, antiAffinityGroup } }) =>
    queryClient.ensureQueryData(
      apiQuery(antiAffinityGroupView, { path: { antiAffinityGroup }, query: { project } }),
    ),
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})

const editRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: 'edit',
  staticData: { panel: true, crumb: { label: 'Edit anti-affinity group', titleOnly: true } },
  component: lazyRouteComponent(() => import('./group-edit.tsx'), 'GroupEdit'),
})

/** Anti-affinity groups of a project: list, create, and each of them with its members. */
export const affinityRoutes = [
  listRoute.addChildren([indexRoute, createGroupRoute]),
  groupRoute.addChildren([editRoute]),
] as const
