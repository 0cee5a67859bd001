import { createRoute } from '@tanstack/react-router'
import { readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { systemRoute } from '../../app/routes.ts'
import { releases, updateStatus } from './queries.ts'

const updateRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'update',
  staticData: { crumb: { label: 'System Update' } },
  loader: ({ context: { queryClient } }) =>
    Promise.all([readAhead(queryClient, updateStatus), readAhead(queryClient, releases)]),
  component: lazyPage(() => import('./update-page.tsx'), 'SystemUpdate'),
})

export const inSystem = [updateRoute] as const
