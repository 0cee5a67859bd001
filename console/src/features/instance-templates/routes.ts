import { createRoute } from '@tanstack/react-router'
import { loadExtensions } from '../../app/extension-page.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { projectRoute } from '../../app/routes.ts'

/** The list stays mounted below the panel that edits. */
const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'instance-templates-list',
  staticData: { crumb: { label: 'Instance templates', to: '/projects/$project/instance-templates' } },
  loader: loadExtensions,
  component: lazyPage(() => import('./template-list.tsx'), 'TemplateList'),
})
const indexRoute = createRoute({ getParentRoute: () => listRoute, path: 'instance-templates' })
const editRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'instance-templates/$template/edit',
  staticData: panel('Edit template'),
  component: lazyPage(() => import('./template-edit.tsx'), 'TemplateEdit'),
})

/** Routes of the instance templates of a project. */
export const inProject = [listRoute.addChildren([indexRoute, editRoute])] as const
