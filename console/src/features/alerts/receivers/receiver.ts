import type { CallOutput } from '@granary/contract/call.ts'
import { alertReceiverView } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { namedQuery } from '../../../api/queries.ts'
import { useView } from '../../../api/use-view.ts'
import { useMay } from '../../../app/permissions.ts'

const route = getRouteApi('/authenticated/system/alerting/receivers/$receiver')

export type Receiver = CallOutput<'alertReceiverView'>

/** Returns the receiver of the page, which the route has loaded. Still finds one that was renamed since. */
export const useReceiver = (): Receiver => {
  const { receiver } = route.useParams()
  return useView(namedQuery(alertReceiverView, { path: { receiver } }, (id) => ({ path: { receiver: id } })))
}

/** Returns why the user may not change receivers, or null. */
export const useRefusal = (): string | null =>
  useMay().fleet('modify') ? null : 'Only fleet admins can change receivers'
