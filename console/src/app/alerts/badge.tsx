import { alertCount } from '@granary/contract/generated/client.ts'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useCurrentUser } from '../session.ts'

const CountBadge = lazyPart(() => import('../count-badge.tsx'))

/** How many alerts need attention, in the sidebar. Changes of alerts are pushed, so nothing reads it again and again. */
export function AlertBadge() {
  const extensions = useExtensions()
  const { fleetViewer } = useCurrentUser()
  const query = optionalQuery(extensions, alertCount, {})
  return fleetViewer && <CountBadge what="unresolved alerts" query={query} isTrouble />
}
