import { hasExtensions } from '../../api/extensions.ts'
import { certificateList, certificateView } from '@granary/contract/generated/client.ts'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { apiQuery, pageQuery } from '../../api/queries.ts'
import { OWN_SILO, SILO } from '../../kinds/silo/addresses.ts'
import { ownSiloPageRoute, siloPageRoute } from '../../kinds/silo/pages.ts'
import type { SiloTab } from '../../kinds/silo/tabs.ts'

/** The list of certificates stays mounted below its panels. */
const listOn = <Page extends AnyRoute>(page: () => Page, base: string) =>
  createRoute({
    getParentRoute: page,
    id: 'certificates-list',
    staticData: { crumb: { label: 'Certificates', to: `${base}/certificates` } },
    // Not awaited: the tab has its own loading and error states.
    loader: ({ context: { queryClient, silo } }) =>
      void queryClient.prefetchQuery(pageQuery(certificateList, { query: { silo } })),
    component: lazyPage(() => import('./certificates-tab.tsx'), 'CertificatesTab'),
  })
/** Returns the tab of the list with the panels below it. */
const insideOf = <List extends AnyRoute>(list: () => List, siloTab: SiloTab) =>
  [
    createRoute({ getParentRoute: list, path: 'certificates', staticData: { siloTab } }),
    createRoute({
      getParentRoute: list,
      path: 'certificates-new',
      staticData: panel('Add certificate'),
      component: lazyPage(() => import('./certificate-create.tsx'), 'CertificateCreate'),
    }),
    createRoute({
      getParentRoute: list,
      path: 'certificates/$certificate',
      staticData: panel('Certificate'),
      loader: ({ context: { queryClient, silo }, params: { certificate } }) =>
        queryClient.ensureQueryData(apiQuery(certificateView, { path: { certificate }, query: { silo } })),
      component: lazyPage(() => import('./certificate-view.tsx'), 'CertificateView'),
    }),
  ] as const

const tab = (order: number, when: SiloTab['when']): SiloTab => ({
  label: 'Certificates',
  order,
  when,
})
// The published API has the certificates of the caller's own silo only.
const onAnySilo = tab(8, (_, may) => hasExtensions() === true && may('modify_identities'))
const onOwnSilo = tab(4, (_, may) => may('modify_identities'))
const list = listOn(() => siloPageRoute, SILO)
const ownList = listOn(() => ownSiloPageRoute, OWN_SILO)

export const inSiloPage = [list.addChildren(insideOf(() => list, onAnySilo))] as const
export const inOwnSiloPage = [ownList.addChildren(insideOf(() => ownList, onOwnSilo))] as const
