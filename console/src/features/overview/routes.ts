import { projectCounts, projectOverview, projectView } from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { apiQuery, fetchExtensions, optionalQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { projectRoute } from '../../app/routes.ts'

const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'overview',
  staticData: {
    crumb: { label: 'Overview' },
  },
  loader: async ({ context: { queryClient }, params: { project } }) => {
    const extensions = await fetchExtensions()
    // A bookmark from a server that had them: the list is what this one shows of a project.
    if (!extensions)
      throw redirect({ to: '/projects/$project/instances', params: { project }, replace: true })
    const path = { project }
    await Promise.all([
      queryClient.ensureQueryData(apiQuery(projectView, { path })),
      readAhead(queryClient, optionalQuery(extensions, projectOverview, { path })),
      readAhead(queryClient, optionalQuery(extensions, projectCounts, { path })),
    ])
  },
  component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage'),
})

/** Route of the overview of a project. */
export const inProject = [overviewRoute] as const
