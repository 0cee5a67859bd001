import { createRoute } from '@tanstack/react-router'
import { readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { systemRoute } from '../../app/routes.ts'
import { releases, trustRoots, updateStatus } from './queries.ts'

const updateRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'update',
  staticData: { crumb: { label: 'System Update' } },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      readAhead(queryClient, updateStatus),
      readAhead(queryClient, releases),
      readAhead(queryClient, trustRoots),
    ]),
  component: lazyPage(() => import('./update-page.tsx'), 'SystemUpdate'),
})

const uploadRoute = createRoute({
  getParentRoute: () => updateRoute,
  path: 'releases-new',
  staticData: panel('Upload release'),
  component: lazyPage(() => import('./release-upload.tsx'), 'ReleaseUpload'),
})

const trustRootRoute = createRoute({
  getParentRoute: () => updateRoute,
  path: 'trust-roots-new',
  staticData: panel('Add trust root'),
  component: lazyPage(() => import('./trust-root-add.tsx'), 'TrustRootAdd'),
})

export const inSystem = [updateRoute.addChildren([uploadRoute, trustRootRoute])] as const
