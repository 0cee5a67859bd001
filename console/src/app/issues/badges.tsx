import { lazyPart } from '../../ui/lazy-part.ts'
import { useCurrentUser } from '../session.ts'

const IssueBadge = lazyPart(() => import('./issue-badge.tsx'))

export const SiloIssueBadge = () => <IssueBadge isFleet={false} />
/** Only fleet viewers may know the issues of the fleet. */
export const SystemIssueBadge = () => useCurrentUser().fleetViewer && <IssueBadge isFleet />
