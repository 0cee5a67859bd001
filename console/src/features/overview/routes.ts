import { projectCounts, projectOverview, projectView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, optionalQuery, readAhead } from '../../api/queries.ts'
import { loadExtensions } from '../../app/extension-page.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { projectRoute } from '../../app/routes.ts'

const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'overview',
  staticData: {
    crumb: { label: 'Overview' },
  },
  loader: async ({ context: { queryClient }, params: { project } }) => {
    const extensions = await loadExtensions()
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
