import { currentUserAccessTokenList } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { readAhead } from '../../api/queries.ts'
import { settingsRoute } from '../../app/routes.ts'

const listRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'access-tokens',
  staticData: {
    crumb: { label: 'Access Tokens', to: '/settings/access-tokens' },
  },
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(currentUserAccessTokenList, {}, location.search, false)),
  component: lazyPage(() => import('./access-token-list.tsx'), 'AccessTokenList'),
})

/** Routes of the signed-in user's access tokens. */
export const inSettings = [listRoute] as const
