import { StateBadge } from '../../ui/badge.tsx'
import type { User } from './user.ts'

/** Whether a user can sign in: an admin can disable users, and an identity provider can make them inactive. */
export function UserStatusBadge({ status }: { status: User['status'] }) {
  if (status === 'disabled') return <StateBadge color="danger">Disabled</StateBadge>
  if (status === 'inactive') return <StateBadge color="neutral">Inactive</StateBadge>
  return <StateBadge color="positive">Active</StateBadge>
}
