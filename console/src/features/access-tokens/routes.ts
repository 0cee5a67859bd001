import { currentUserAccessTokenList } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { pageQuery, readAhead } from '../../api/queries.ts'
import { settingsRoute } from '../../app/routes.ts'

const listRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'access-tokens',
  staticData: {
    crumb: { label: 'Access Tokens', to: '/settings/access-tokens' },
  },
  loader: ({ context: { queryClient } }) => readAhead(queryClient, pageQuery(currentUserAccessTokenList, {})),
  component: lazyPage(() => import('./access-token-list.tsx'), 'AccessTokenList'),
})

/** Routes of the signed-in user's access tokens. */
export const inSettings = [listRoute] as const
