import { StateBadge } from '../../ui/badge.tsx'
import type { Membership, Way } from './membership.ts'

/** The state of the newest version of the members of a rack. */
export function MembershipBadge({
  membership: { state, unacknowledgedMembers: waiting },
}: {
  membership: Membership
}) {
  if (state === 'committed') return <StateBadge color="positive">Committed</StateBadge>
  if (state === 'aborted') return <StateBadge color="neutral">Aborted</StateBadge>
  return (
    <StateBadge color="info" transitional>
      Waiting for {waiting.length} {waiting.length === 1 ? 'sled' : 'sleds'}
    </StateBadge>
  )
}

/** How far a sled has come on its way into its rack. */
export function WayBadge({ way }: { way: Way }) {
  if (way === 'outside') return <StateBadge color="neutral">Not in use</StateBadge>
  if (way === 'asked')
    return (
      <StateBadge color="info" transitional>
        Preparing
      </StateBadge>
    )
  if (way === 'ready') return <StateBadge color="info">Ready, waits for others</StateBadge>
  return (
    <StateBadge color="info" transitional>
      Starting
    </StateBadge>
  )
}
