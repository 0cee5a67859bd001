import { createRoute } from '@tanstack/react-router'
import ChartLine from 'lucide-react/icons/chart-line'
import { lazyPage } from '../../app/lazy-page.ts'
import { projectRoute, systemRoute } from '../../app/routes.ts'
import { querySearch } from './scope.ts'

const crumb = { label: 'Metrics' }
const entry = { label: 'Metrics', icon: ChartLine }

const systemMetricsRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'metrics',
  staticData: { crumb, navigation: { area: 'system', ...entry, order: 2.5 } },
  validateSearch: querySearch,
  component: lazyPage(() => import('./system-metrics.tsx'), 'SystemMetrics'),
})

const projectMetricsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'metrics',
  staticData: { crumb, navigation: { area: 'project', ...entry, order: 9.5 } },
  validateSearch: querySearch,
  component: lazyPage(() => import('./project-metrics.tsx'), 'ProjectMetrics'),
})

export const inSystem = [systemMetricsRoute] as const
export const inProject = [projectMetricsRoute] as const
