import { siloView } from '@granary/contract/generated/client.ts'
import { createRoute, notFound } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { apiQuery } from '../../api/queries.ts'
import { siloRoute, systemRoute } from '../../app/routes.ts'
import { currentUser } from '../../app/session.ts'
import { OWN_SILO, SILO } from './addresses.ts'

export const silosCrumb = { label: 'Silos', to: '/system/silos' }

/** The page of a silo, for fleet viewers. Features add their tabs below it. */
export const siloPageRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'silos/$silo',
  staticData: { crumb: [silosCrumb, { label: ({ silo }) => silo!, to: `${SILO}/idps` }] },
  beforeLoad: ({ params: { silo } }) => ({ silo }),
  loader: ({ context: { queryClient, silo } }) =>
    queryClient.ensureQueryData(apiQuery(siloView, { path: { silo } })),
  component: lazyPage(() => import('./silo-page.tsx'), 'SiloPage'),
})

/** The page of the caller's own silo, for its admins. Features add their tabs below it. */
export const ownSiloPageRoute = createRoute({
  getParentRoute: () => siloRoute,
  path: OWN_SILO,
  staticData: {
    crumb: { label: 'Silo settings', to: OWN_SILO },
  },
  beforeLoad: async ({ context: { queryClient } }) => {
    const { siloAdmin, siloName } = await queryClient.ensureQueryData(currentUser)
    if (!siloAdmin) throw notFound()
    return { silo: siloName }
  },
  loader: ({ context: { queryClient, silo } }) =>
    queryClient.ensureQueryData(apiQuery(siloView, { path: { silo } })),
  component: lazyPage(() => import('./own-silo-page.tsx'), 'OwnSiloPage'),
})
