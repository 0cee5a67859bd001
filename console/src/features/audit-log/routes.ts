import { createRoute } from '@tanstack/react-router'
import ScrollText from 'lucide-react/icons/scroll-text'
import { lazyPage } from '../../app/lazy-page.ts'
import { systemRoute } from '../../app/routes.ts'
import { timesOf } from './ranges.ts'
import { auditSearch } from './search.ts'

const auditLogRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'audit-log',
  staticData: {
    crumb: { label: 'Audit log' },
    navigation: { area: 'system', label: 'Audit log', icon: ScrollText, order: 20 },
  },
  validateSearch: auditSearch,
  loaderDeps: ({ search: { range, from, to } }) => ({ range, from, to }),
  // Here, so that the list keeps its start while it stays open.
  loader: ({ deps }) => timesOf(deps, new Date()),
  component: lazyPage(() => import('./audit-log-page.tsx'), 'AuditLogPage'),
})

export const inSystem = [auditLogRoute] as const
