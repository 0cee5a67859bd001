import { Badge } from '../../ui/badge.tsx'
import { HeaderWithTip } from '../../app/kit/lists/header-with-tip.tsx'
import type { Group, KindName } from './kinds.ts'

/** Explains the two policies. */
export const POLICY_HINTS: Record<KindName, string> = {
  'anti-affinity':
    'What happens when a member starts and every sled with room already runs another member. With “allow” it starts on the same sled. With “fail” it does not start.',
  affinity:
    'What happens when a member starts and the other members’ sled has no room. With “allow” it starts on another sled. With “fail” it does not start.',
}
const BOTH =
  'Whether a member may start if that breaks the placement rule. With “allow” it starts. With “fail” it does not start and shows why.'

/** Explains the only failure domain. */
export const DOMAIN_HINT =
  'The failure domain is a sled: one physical machine. Anti-affinity groups spread their members over sleds. Affinity groups keep them on one sled.'

export const PolicyBadge = ({ policy }: { policy: Group['policy'] }) => (
  <Badge color="neutral">{policy}</Badge>
)

/** The word 'Policy' with its explanation. @param kind the kind of all groups, if they have the same. */
export const PolicyHeader = ({ kind }: { kind?: KindName }) => (
  <HeaderWithTip text="Policy">{kind ? POLICY_HINTS[kind] : BOTH}</HeaderWithTip>
)

export const TypeBadge = ({ kind }: { kind: KindName }) => (
  <Badge color={kind === 'affinity' ? 'info' : 'neutral'}>{kind}</Badge>
)
