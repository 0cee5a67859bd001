import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { projectRoute, systemRoute } from '../../app/routes.ts'
import { querySearch } from './scope.ts'

const crumb = { label: 'Metrics' }

const systemMetricsRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'metrics',
  staticData: { crumb },
  validateSearch: querySearch,
  component: lazyPage(() => import('./system-metrics.tsx'), 'SystemMetrics'),
})

const projectMetricsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'metrics',
  staticData: { crumb },
  validateSearch: querySearch,
  component: lazyPage(() => import('./project-metrics.tsx'), 'ProjectMetrics'),
})

export const inSystem = [systemMetricsRoute] as const
export const inProject = [projectMetricsRoute] as const
