import { Badge } from '../../ui/badge.tsx'
import { Tip } from '../../ui/tooltip.tsx'
import type { Group, KindName } from './kinds.ts'

/** What the two policies mean, wherever one is chosen or shown. */
export const POLICY_HINTS: Record<KindName, string> = {
  'anti-affinity':
    'What happens when a member starts and every sled with room already holds another one: with “allow” it starts beside it, with “fail” it does not start.',
  affinity:
    'What happens when a member starts and the sled of the others has no room: with “allow” it starts on another one, with “fail” it does not start.',
}
const BOTH =
  'Whether a member may start where the rule cannot be kept: with “allow” it starts all the same, with “fail” it does not start and says why.'

/** What a failure domain is: so far there is one. */
export const DOMAIN_HINT =
  'A sled is the failure domain: the machine that is lost at once when something breaks. Anti-affinity groups spread their members over sleds, affinity groups keep theirs on one.'

export const PolicyBadge = ({ policy }: { policy: Group['policy'] }) => (
  <Badge color="neutral">{policy}</Badge>
)

/** The word 'Policy' with its explanation. @param kind where all groups are of one. */
export const PolicyHeader = ({ kind }: { kind?: KindName }) => (
  <span className="inline-flex items-center gap-1.5">
    Policy <Tip>{kind ? POLICY_HINTS[kind] : BOTH}</Tip>
  </span>
)

export const TypeBadge = ({ kind }: { kind: KindName }) => (
  <Badge color={kind === 'affinity' ? 'info' : 'neutral'}>{kind}</Badge>
)
