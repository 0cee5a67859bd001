import { vpcRouterRouteCreate } from '@granary/contract/generated/client.ts'
import { useLocation } from '@tanstack/react-router'
import { useOperation } from '../../../api/operate.ts'
import { RouteForm } from './route-form.tsx'
import { useVpcRouter } from './use-router.ts'

/** The panel that adds a route to a custom router. */
export function RouteCreate() {
  const router = useVpcRouter()
  const createRoute = useOperation(vpcRouterRouteCreate)
  return (
    <RouteForm
      title="Create route"
      submitLabel="Create route"
      onSave={(body) => createRoute({ query: { router: router.id }, body })}
      changed="created"
      draft={useLocation({ select: ({ state }) => state.routeDraft })}
      keepsDraft
    />
  )
}
