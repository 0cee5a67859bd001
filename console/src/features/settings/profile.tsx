import type { ItemOf } from '@granary/contract/call.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import UserIcon from 'lucide-react/icons/circle-user-round'
import { currentGroups, useCurrentUser } from '../../app/session.ts'
import { Id } from '../../ui/format/id.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { RoleBadge } from '../../kinds/role/roles.tsx'

const column = columnsOf<ItemOf<'currentUserGroups'>>()
const columns = [
  column.accessor('displayName', { header: 'Name' }),
  column.actions((group) => <ActionsMenu id={group.id} entries={[]} />),
]

/** Shows the signed-in user, their roles and their groups. */
export function Profile() {
  const user = useCurrentUser()
  const { data: groups } = useSuspenseQuery(currentGroups)
  return (
    <>
      <PageHeader title="Profile" icon={<UserIcon />} />
      <div className="flex max-w-3xl flex-col gap-6">
        <PropertiesTable>
          <Property label="Display name">
            <TruncatedText text={user.displayName} />
          </Property>
          <Property label="User ID">
            <Id id={user.id} maxWidth="100%" />
          </Property>
          <Property label="Silo">{user.siloName}</Property>
          <Property label="Silo role">
            {user.siloRole ? <RoleBadge level="silo" role={user.siloRole} /> : <Missing />}
          </Property>
          {user.fleetRole && (
            <Property label="Fleet role">
              <RoleBadge level="fleet" role={user.fleetRole} />
            </Property>
          )}
        </PropertiesTable>
        <section>
          <h2 className="mb-2 text-lg font-semibold">Groups</h2>
          {user.timeGroupsKept && (
            <MessageBox variant="notice" className="mb-3">
              Your identity provider sent no groups when you signed in, so you keep your present ones. If they
              are out of date, contact your administrator.
            </MessageBox>
          )}
          <DataTable
            label="Groups"
            columns={columns}
            rows={groups.items}
            rowId={(group) => group.id}
            empty={
              <p className="rounded-md border border-dashed border-border px-4 py-6 text-sm text-text-muted">
                You are not in any group. A role of a group applies to all of its members.
              </p>
            }
          />
        </section>
        <p className="text-sm text-text-muted">
          Your name and your groups are managed by your organization. To change them, contact your
          administrator.
        </p>
      </div>
    </>
  )
}
