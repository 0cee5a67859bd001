import { createRoute } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { hasExtensions } from '../../api/extensions.ts'
import { loadExtensions } from '../../app/extension-page.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { siloRoute, systemRoute } from '../../app/routes.ts'

const crumb = { label: 'Issues' }
const entry = { label: 'Issues', icon: CircleAlert, when: () => hasExtensions() === true }

const ownRoute = createRoute({
  getParentRoute: () => siloRoute,
  path: 'issues',
  staticData: { crumb, navigation: { area: 'silo', ...entry, order: 20 } },
  loader: loadExtensions,
  component: lazyPage(() => import('./issues-page.tsx'), 'SiloIssues'),
})

const systemIssuesRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'issues',
  staticData: { crumb, navigation: { area: 'system', ...entry, order: 19 } },
  loader: loadExtensions,
  component: lazyPage(() => import('./issues-page.tsx'), 'SystemIssues'),
})

export const inSilo = [ownRoute] as const
export const inSystem = [systemIssuesRoute] as const
