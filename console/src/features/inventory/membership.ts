import type { CallOutput, ItemOf } from '@granary/contract/call.ts'
import { rackMembershipStatus } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { useMay } from '../../app/permissions.ts'

export type Membership = CallOutput<'rackMembershipStatus'>
export type SpareSled = ItemOf<'sledListUninitialized'>

/** Reads the newest version of the members of a rack. */
export const useMembership = (rackId: string) =>
  useQuery({ ...apiQuery(rackMembershipStatus, { path: { rackId } }), throwOnError: false })

/** How far a sled has come on its way into its rack. */
export type Way = 'outside' | 'asked' | 'ready' | 'member'

/** Returns how far a sled has come on its way into its rack. */
export function wayOf(
  { state, members, unacknowledgedMembers }: Membership,
  { baseboard }: Pick<SpareSled, 'baseboard'>,
): Way {
  const has = (sleds: Membership['members']) =>
    sleds.some(
      ({ partNumber, serialNumber }) => partNumber === baseboard.part && serialNumber === baseboard.serial,
    )
  if (state === 'aborted' || !has(members)) return 'outside'
  if (state === 'committed') return 'member'
  return has(unacknowledgedMembers) ? 'asked' : 'ready'
}

/** Serial numbers that a sentence names. */
const MAX_NAMED = 3

/** Returns serial numbers for a sentence: the first few, and how many more there are. */
export const namesOf = (serials: readonly string[]): string =>
  serials.length <= MAX_NAMED + 1
    ? serials.join(', ')
    : `${serials.slice(0, MAX_NAMED).join(', ')} and ${serials.length - MAX_NAMED} more`

/** Returns why the user may not change the members of racks, or null. */
export const useMembersRefusal = (): string | null =>
  useMay().fleet('modify') ? null : 'Only admins of the fleet can change the members of a rack'
