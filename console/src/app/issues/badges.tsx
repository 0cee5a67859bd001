import { lazyPart } from '../../ui/lazy-part.ts'

const IssueBadge = lazyPart(() => import('./issue-badge.tsx'))

export const SiloIssueBadge = () => <IssueBadge isFleet={false} />
export const SystemIssueBadge = () => <IssueBadge isFleet />
