import { createRoute, redirect } from '@tanstack/react-router'
import { historySearch } from '../../app/history/history-search.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { readAhead } from '../../api/queries.ts'
import { filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { projectRoute } from '../../app/routes.ts'
import { GROUP_QUERIES } from '../../kinds/affinity-group/queries.ts'

const crumb = {
  label: 'Affinity Groups',
  to: '/projects/$project/affinity',
}

/** The list stays mounted below the create panel. */
const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'affinity-list',
  ...filteredRoute,
  staticData: { crumb },
  loader: ({ context: { queryClient }, params: { project }, deps: { name } }) =>
    Promise.all(Object.values(GROUP_QUERIES).map(({ all }) => readAhead(queryClient, all(project, name)))),
  component: lazyPage(() => import('./group-list.tsx'), 'GroupList'),
})

const indexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'affinity',
})

const createGroupRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'affinity-new',
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: 'affinity' } =>
    kind === 'affinity' ? { kind } : {},
  staticData: panel('New anti-affinity group'),
  component: lazyPage(() => import('./group-create.tsx'), 'GroupCreate'),
})

const groupRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'affinity/$antiAffinityGroup',
  validateSearch: historySearch,
  staticData: {
    crumb: [
      crumb,
      {
        label: ({ antiAffinityGroup }) => antiAffinityGroup!,
        to: '/projects/$project/affinity/$antiAffinityGroup',
      },
    ],
  },
  loader: ({ context: { queryClient }, params: { project, antiAffinityGroup } }) =>
    queryClient.ensureQueryData(GROUP_QUERIES['anti-affinity'].view(project, antiAffinityGroup)),
  component: lazyPage(() => import('./group-page.tsx'), 'GroupPage'),
})

const editRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: 'edit',
  staticData: panel('Edit anti-affinity group'),
  component: lazyPage(() => import('./group-edit.tsx'), 'GroupEdit'),
})

/** Affinity groups have no list of their own. */
const affinityIndexRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'affinity-groups',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/affinity', params, replace: true })
  },
})

const affinityGroupRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'affinity-groups/$affinityGroup',
  validateSearch: historySearch,
  staticData: {
    crumb: [
      crumb,
      {
        label: ({ affinityGroup }) => affinityGroup!,
        to: '/projects/$project/affinity-groups/$affinityGroup',
      },
    ],
  },
  loader: ({ context: { queryClient }, params: { project, affinityGroup } }) =>
    queryClient.ensureQueryData(GROUP_QUERIES.affinity.view(project, affinityGroup)),
  component: lazyPage(() => import('./group-page.tsx'), 'GroupPage'),
})

const editAffinityGroupRoute = createRoute({
  getParentRoute: () => affinityGroupRoute,
  path: 'edit',
  staticData: panel('Edit affinity group'),
  component: lazyPage(() => import('./group-edit.tsx'), 'GroupEdit'),
})

/** Routes of the groups of a project: the list, the panels, and the page of each group. */
export const inProject = [
  listRoute.addChildren([indexRoute, createGroupRoute]),
  groupRoute.addChildren([editRoute]),
  affinityIndexRoute,
  affinityGroupRoute.addChildren([editAffinityGroupRoute]),
] as const
