import { createRoute, notFound } from '@tanstack/react-router'
import { readAhead } from '../../../api/queries.ts'
import { nameFilter } from '../../../app/kit/lists/search.ts'
import { partFailed } from '../../../app/kit/pages/part-failed.tsx'
import { lazyPage } from '../../../app/lazy-page.ts'
import { panel } from '../../../app/panel.ts'
import { crumbs, frameRoute, idOf } from '../frame-routes.ts'
import { rulesQuery } from './rules-query.ts'

const rulesRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'rules',
  validateSearch: nameFilter,
  loader: async ({ context: { queryClient }, params }) =>
    readAhead(queryClient, rulesQuery(await idOf(queryClient, params))),
  component: lazyPage(() => import('./rules-tab.tsx'), 'RulesTab'),
  errorComponent: partFailed('Firewall rules'),
})
const rulesIndexRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'firewall-rules',
  staticData: { crumb: crumbs.rules },
})
const editVpcRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'edit',
  staticData: panel('Edit VPC'),
  component: lazyPage(() => import('../vpc-edit.tsx'), 'VpcEdit'),
})
const createRuleRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'firewall-rules-new',
  staticData: panel('New Rule', crumbs.rules),
  component: lazyPage(() => import('./rule-create.tsx'), 'RuleCreate'),
})
const cloneRuleRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'firewall-rules-new/$rule',
  staticData: panel('New Rule', crumbs.rules),
  component: lazyPage(() => import('./rule-create.tsx'), 'RuleCreate'),
})
const editRuleRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'firewall-rules/$rule/edit',
  staticData: panel('Edit Rule', crumbs.rules),
  loader: async ({ context: { queryClient }, params }) => {
    const { rules } = await queryClient.ensureQueryData(rulesQuery(await idOf(queryClient, params)))
    if (!rules.some(({ id, name }) => name === params.rule || id === params.rule)) throw notFound()
  },
  component: lazyPage(() => import('./rule-edit.tsx'), 'RuleEdit'),
})

/** The tab of the firewall rules. The panel that edits the VPC opens over it. */
export const rulesTab = rulesRoute.addChildren([
  rulesIndexRoute,
  editVpcRoute,
  createRuleRoute,
  cloneRuleRoute,
  editRuleRoute,
])
