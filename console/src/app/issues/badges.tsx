import { useExtensions } from '../../api/extensions.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useCurrentUser } from '../session.ts'
import { countQuery } from './count-query.ts'

const CountBadge = lazyPart(() => import('../count-badge.tsx'))

const IssueBadge = ({ isFleet }: { isFleet: boolean }) => (
  <CountBadge what="issues" query={countQuery(useExtensions(), isFleet)} />
)

export const SiloIssueBadge = () => <IssueBadge isFleet={false} />
/** Only fleet viewers may know the issues of the fleet. */
export const SystemIssueBadge = () => useCurrentUser().fleetViewer && <IssueBadge isFleet />
