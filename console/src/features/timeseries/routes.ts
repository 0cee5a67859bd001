import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { projectRoute } from '../../app/routes.ts'
import { querySearch } from './scope.ts'

const metricsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'metrics',
  staticData: { crumb: { label: 'Metrics' } },
  validateSearch: querySearch,
  component: lazyPage(() => import('./project-metrics.tsx'), 'ProjectMetrics'),
})

/** Route of the queries of a project. */
export const inProject = [metricsRoute] as const
