import type { CallOutput } from '@granary/contract/call.ts'
import { systemIpPoolView } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { namedQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'

const route = getRouteApi('/authenticated/system/networking/ip-pools/$pool')

export type IpPool = CallOutput<'systemIpPoolView'>

/** Returns the pool of the page, which the route has loaded. The path may hold its name or its ID. Still finds a pool that was renamed since. */
export const usePool = (): IpPool => {
  const { pool } = route.useParams()
  return useView(namedQuery(systemIpPoolView, { path: { pool } }, (id) => ({ path: { pool: id } })))
}
