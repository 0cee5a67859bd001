import { createRoute } from '@tanstack/react-router'
import { loadExtensions } from '../../app/extension-page.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { siloRoute, systemRoute } from '../../app/routes.ts'

const crumb = { label: 'Issues' }

const ownRoute = createRoute({
  getParentRoute: () => siloRoute,
  path: 'issues',
  staticData: { crumb },
  loader: loadExtensions,
  component: lazyPage(() => import('./issues-page.tsx'), 'SiloIssues'),
})

const systemIssuesRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'issues',
  staticData: { crumb },
  loader: loadExtensions,
  component: lazyPage(() => import('./issues-page.tsx'), 'SystemIssues'),
})

export const inSilo = [ownRoute] as const
export const inSystem = [systemIssuesRoute] as const
