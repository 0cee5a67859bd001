import { alertReceiverList, alertReceiverView, alertView } from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { systemRoute } from '../../app/routes.ts'
import { receiverSearch } from './receivers/search.ts'

const ALERTS = '/system/alerting/alerts'
const RECEIVER = '/system/alerting/receivers/$receiver'
const receiversCrumb = { label: 'Receivers', to: '/system/alerting/receivers' }

const alertingRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'alerting',
  staticData: { crumb: { label: 'Alerting', to: ALERTS } },
})

const indexRoute = createRoute({
  getParentRoute: () => alertingRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: ALERTS, replace: true })
  },
})

/** The heading and the tabs of both lists. A receiver has a page of its own. */
const frameRoute = createRoute({
  getParentRoute: () => alertingRoute,
  id: 'alerting-frame',
  component: lazyPage(() => import('./alerting-page.tsx'), 'AlertingPage'),
})

const alertsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'alerts',
  validateSearch: filteredRoute.validateSearch,
  staticData: { crumb: { label: 'Alerts' } },
  component: lazyPage(() => import('./alerts-tab.tsx'), 'AlertsTab'),
})

const alertRoute = createRoute({
  getParentRoute: () => alertsRoute,
  path: '$alertId',
  staticData: panel('Alert'),
  loader: ({ context: { queryClient }, params: { alertId } }) =>
    queryClient.ensureQueryData(apiQuery(alertView, { path: { alertId } })),
  component: lazyPage(() => import('./alert-panel.tsx'), 'AlertPanel'),
})

/** The list stays mounted below the create panel. */
const receiversRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'receivers-list',
  staticData: { crumb: receiversCrumb },
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(alertReceiverList, {}, location.search)),
  component: lazyPage(() => import('./receivers/receivers-tab.tsx'), 'ReceiversTab'),
})

const receiversIndexRoute = createRoute({ getParentRoute: () => receiversRoute, path: 'receivers' })

const createReceiverRoute = createRoute({
  getParentRoute: () => receiversRoute,
  path: 'receivers-new',
  staticData: panel('New receiver'),
  component: lazyPage(() => import('./receivers/receiver-create.tsx'), 'ReceiverCreate'),
})

const receiverRoute = createRoute({
  getParentRoute: () => alertingRoute,
  path: 'receivers/$receiver',
  staticData: { crumb: [receiversCrumb, { label: ({ receiver }) => receiver!, to: RECEIVER }] },
  validateSearch: receiverSearch,
  loader: ({ context: { queryClient }, params: { receiver } }) =>
    queryClient.ensureQueryData(apiQuery(alertReceiverView, { path: { receiver } })),
  component: lazyPage(() => import('./receivers/receiver-page.tsx'), 'ReceiverPage'),
})

const editReceiverRoute = createRoute({
  getParentRoute: () => receiverRoute,
  path: 'edit',
  staticData: panel('Edit receiver'),
  component: lazyPage(() => import('./receivers/receiver-edit.tsx'), 'ReceiverEdit'),
})

/** The address of a history below any resource. The tabs of a receiver are in the query. */
const historyRoute = createRoute({
  getParentRoute: () => receiverRoute,
  path: 'history',
  beforeLoad: ({ params }) => {
    throw redirect({ to: RECEIVER, params, search: { tab: 'history' }, replace: true })
  },
})

export const inSystem = [
  alertingRoute.addChildren([
    indexRoute,
    frameRoute.addChildren([
      alertsRoute.addChildren([alertRoute]),
      receiversRoute.addChildren([receiversIndexRoute, createReceiverRoute]),
    ]),
    receiverRoute.addChildren([editReceiverRoute, historyRoute]),
  ]),
] as const
