import { useWhole } from '../../app/kit/lists/use-whole.ts'
import { pathTo } from '../../app/paths.ts'
import { AccessPage, type RowActions } from './access-page.tsx'
import { accessColumns } from './columns.tsx'
import { siloPlace } from './place.ts'
import { siloAccess } from './queries.ts'
import { nameOf, rowId, rowsOf } from './rows.ts'

const groupAt = (group: string): string => pathTo('/access/groups/$group', { group })
const columns = (actions: RowActions) => accessColumns('silo', groupAt, () => 'Role', actions)
const EMPTY = {
  title: 'No authorized users',
  body: 'Give a user permission to view, edit or administer this silo.',
  add: 'Add user or group',
}
const SUMMARY =
  'Roles decide who sees, changes and administers the silo and its projects. Assign them to users, or to groups for all of their members. If a user has a silo role and a project role, the stronger one counts.'

/** Lists the users and groups with a role in the silo. */
export function SiloAccess() {
  const page = useWhole(siloAccess, rowsOf)
  return (
    <AccessPage
      title="Silo Access"
      place={siloPlace}
      page={page}
      assigned={page.rows ?? []}
      columns={columns}
      rowId={rowId}
      nameOf={nameOf}
      empty={EMPTY}
      summary={SUMMARY}
    />
  )
}
