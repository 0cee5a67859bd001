import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { systemRoute } from '../../app/routes.ts'
import { querySearch } from './scope.ts'

const metricsRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'metrics',
  staticData: { crumb: { label: 'Metrics' } },
  validateSearch: querySearch,
  component: lazyPage(() => import('./system-metrics.tsx'), 'SystemMetrics'),
})

/** Route of the queries of the system. */
export const inSystem = [metricsRoute] as const
