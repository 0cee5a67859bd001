import { currentUserSshKeyList, currentUserSshKeyView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { settingsRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const listRoute = createRoute({
  getParentRoute: () => settingsRoute,
  id: 'ssh-keys-list',
  staticData: { crumb: { label: 'SSH Keys', to: '/settings/ssh-keys' } },
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(currentUserSshKeyList, {}, location.search)),
  component: lazyPage(() => import('./ssh-key-list.tsx'), 'SshKeyList'),
})

const indexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'ssh-keys',
})

const createKeyRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'ssh-keys-new',
  staticData: panel('New SSH key'),
  component: lazyPage(() => import('./ssh-key-create.tsx'), 'SshKeyCreate'),
})

const viewRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'ssh-keys/$sshKey/edit',
  staticData: panel('View SSH Key'),
  loader: ({ context: { queryClient }, params: { sshKey } }) =>
    queryClient.ensureQueryData(apiQuery(currentUserSshKeyView, { path: { sshKey } })),
  component: lazyPage(() => import('./ssh-key-view.tsx'), 'SshKeyView'),
})

/** Routes of the signed-in user's SSH keys. */
export const inSettings = [listRoute.addChildren([indexRoute, createKeyRoute, viewRoute])] as const
