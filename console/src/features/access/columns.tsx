import { fullNumber } from '@granary/domain/numbers.ts'
import type { CallOutput } from '@granary/contract/call.ts'
import type { AccessLevel } from '@granary/domain/access.ts'
import { inheritedProjectRole } from '@granary/domain/roles.ts'
import type { ReactNode } from 'react'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useCurrentUser } from '../../app/session.ts'
import { linkTo } from '../../app/paths.ts'
import { Id } from '../../ui/format/id.tsx'
import { ListValue } from '../../ui/format/list-value.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { Tip } from '../../ui/tooltip.tsx'
import { RoleBadge } from '../../kinds/role/roles.tsx'

export type AccessRow = CallOutput<'accessList'>['rows'][number]
type Grant = AccessRow['grants'][number]

/** Describes where a role comes from, as seen from a level. */
export function sourceOf(grant: Grant, level: AccessLevel): string {
  if (grant.groupId !== null) return `Member of ${grant.groupName ?? grant.groupId}`
  if (grant.level === level) return 'Direct'
  const here = inheritedProjectRole(grant.roleName)
  return `From the ${grant.level}${here === grant.roleName ? '' : ` (${here} here)`}`
}

/** Returns the address of the panel about a group, by its id. */
export type GroupAt = (group: string) => string

/** Links a group's name to its members. An identity without a readable name is shown by id. */
export function NameCell({ row, groupAt }: { row: AccessRow; groupAt: GroupAt }) {
  const { siloId } = useCurrentUser()
  if (row.displayName === null)
    return (
      <span className="inline-flex items-center gap-1">
        <Id id={row.id} />
        <Tip>No user or group has this ID any more, or you can't see the silo that it belongs to.</Tip>
      </span>
    )
  // The members of another silo's group are not readable from here.
  if (row.identityType === 'silo_user' || row.siloId !== siloId) return row.displayName
  return <NameLink {...linkTo(groupAt(row.id))}>{row.displayName ?? row.id}</NameLink>
}

/** Shows the strongest role and the number of other roles. */
export const RoleCell = ({ row, level }: { row: AccessRow; level: AccessLevel }) => (
  <ListValue
    title="Other roles"
    items={row.grants.map((grant, at) => (
      <span
        key={`${grant.level} ${grant.groupId}`}
        className={at > 0 ? 'flex items-center gap-2 py-0.5' : undefined}
      >
        <RoleBadge level={grant.level} role={grant.roleName} />
        {at > 0 && sourceOf(grant, level)}
      </span>
    ))}
  />
)

const column = columnsOf<AccessRow>()

/**
 * Returns the columns of an access page.
 * @param groupAt returns the address of a group's panel.
 */
export const accessColumns = (
  level: AccessLevel,
  groupAt: GroupAt,
  roleHeader: () => ReactNode,
  actions: (row: AccessRow) => ReactNode,
) => [
  column.accessor('displayName', {
    header: 'Name',
    cell: ({ row: { original } }) => <NameCell row={original} groupAt={groupAt} />,
  }),
  column.accessor('identityType', {
    header: 'Type',
    cell: ({ getValue }) => (getValue() === 'silo_group' ? 'Group' : 'User'),
  }),
  column.accessor('grants', {
    id: 'role',
    header: roleHeader,
    cell: ({ row: { original } }) => <RoleCell row={original} level={level} />,
  }),
  column.accessor('grants', {
    id: 'source',
    header: 'Source',
    cell: ({ getValue }) => <span className="text-text-muted">{sourceOf(getValue()[0]!, level)}</span>,
  }),
  column.accessor('memberCount', {
    header: 'Members',
    meta: { align: 'end' },
    cell: ({ getValue }) => {
      const count = getValue()
      return count == null ? <Missing /> : fullNumber(count)
    },
  }),
  column.actions(actions),
]
