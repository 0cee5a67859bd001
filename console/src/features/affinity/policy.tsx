import { Badge } from '../../ui/badge.tsx'
import { Tip } from '../../ui/tooltip.tsx'
import type { Group } from './use-group.ts'

/** What the two policies mean, wherever one is chosen or shown. */
export const POLICY_HINT =
  'What happens when a member starts and every sled with room already holds another one: with “allow” it starts beside it, with “fail” it does not start.'

export const PolicyBadge = ({ policy }: { policy: Group['policy'] }) => (
  <Badge color="neutral">{policy}</Badge>
)

/** The word 'Policy' with its explanation. */
export const PolicyHeader = () => (
  <span className="inline-flex items-center gap-1.5">
    Policy <Tip>{POLICY_HINT}</Tip>
  </span>
)

export const TypeBadge = () => <Badge color="neutral">anti-affinity</Badge>
