import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { systemRoute } from '../../app/routes.ts'

const auditLogRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'audit-log',
  staticData: {
    crumb: { label: 'Audit log' },
  },
  component: lazyPage(() => import('./audit-log-page.tsx'), 'AuditLogPage'),
})

export const inSystem = [auditLogRoute] as const
