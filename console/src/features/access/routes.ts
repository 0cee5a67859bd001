import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { nameFilter } from '../../app/kit/lists/search.ts'
import { projectRoute } from '../../app/routes.ts'
import { membersRoute } from './members-route.ts'
import { projectAccess } from './queries.ts'

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

/** Route of a project's access page. */
export const inProject = [projectAccessRoute.addChildren([membersRoute(() => projectAccessRoute)])] as const
