import type { ItemOf } from '@granary/contract/call.ts'
import { rackList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { MiddleTruncatedText } from '../../ui/format/middle-truncated-text.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type ColumnMeta, columnsOf } from '../../ui/table/columns.ts'
import { type Membership, useMembership } from './membership.ts'
import { MembershipBadge } from './membership-badges.tsx'

type Rack = ItemOf<'rackList'>

const column = columnsOf<Rack>()
const ofMembership = (
  id: string,
  header: string,
  cell: (membership: Membership) => ReactNode,
  meta?: ColumnMeta,
) =>
  column.display({
    id,
    header,
    ...(meta && { meta }),
    cell: ({ row: { original } }) => <OfMembership rackId={original.id} cell={cell} />,
  })
const columns = [
  column.accessor('id', {
    header: 'id',
    cell: ({ getValue }) => (
      <NameLink to="/system/inventory/racks/$rackId" params={{ rackId: getValue() }}>
        <MiddleTruncatedText text={getValue()} maxWidth="10rem" className="font-mono text-xs" />
      </NameLink>
    ),
  }),
  ofMembership('members', 'Members', ({ members }) => members.length, { align: 'end' }),
  ofMembership('membership', 'Membership', (membership) => <MembershipBadge membership={membership} />),
  ofMembership('version', 'Version', ({ version }) => version, { align: 'end' }),
  ofMembership('changed', 'Changed', ({ timeCommitted, timeAborted, timeCreated }) => (
    <DateTime date={timeAborted ?? timeCommitted ?? timeCreated} />
  )),
  column.accessor('timeCreated', {
    header: 'First seen',
    meta: { day: true },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions(({ id }) => <ActionsMenu id={id} entries={[]} />),
]

/** Lists the racks with the state of their members. */
export const RackList = () => (
  <>
    <ListSection
      title="Racks"
      columns={columns}
      page={usePage(rackList, {})}
      rowId={({ id }) => id}
      empty={<EmptyState title="No racks found" body="The driver reports no racks." />}
    />
    <Outlet />
  </>
)

type OfMembershipProps = { rackId: string; cell: (membership: Membership) => ReactNode }

/** A value of the members of a rack, which each row reads for itself. */
function OfMembership({ rackId, cell }: OfMembershipProps) {
  const { data, error } = useMembership(rackId)
  return data ? cell(data) : <Unread error={error} />
}
