import { siloInstanceList } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { pageQuery, readAhead } from '../../api/queries.ts'
import { pagePlace } from '../../app/kit/lists/list-place.ts'
import { loadExtensions } from '../../app/extension-page.ts'
import { siloRoute } from '../../app/routes.ts'
import { siloInstanceSearch } from './instance-search.ts'
import { MAX_PAGE, siloInput } from './silo-instances.ts'

const siloListRoute = createRoute({
  getParentRoute: () => siloRoute,
  path: '/instances',
  validateSearch: siloInstanceSearch,
  staticData: {
    crumb: { label: 'All instances' },
  },
  loaderDeps: ({ search: { name, state, image, os, project } }) => ({ name, state, image, os, project }),
  loader: async ({ location, context: { queryClient }, deps }) => {
    const extensions = await loadExtensions()
    const call = extensions.call(siloInstanceList)
    const place = pagePlace(call, location.search, true, MAX_PAGE)
    await readAhead(queryClient, pageQuery(call, siloInput(deps), place))
  },
  component: lazyPage(() => import('./silo-instance-list.tsx'), 'SiloInstanceList'),
})

/** Route of the instances of all projects. */
export const inSilo = [siloListRoute] as const
