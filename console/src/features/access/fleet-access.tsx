import type { CallOutput } from '@granary/contract/call.ts'
import { Link } from '@tanstack/react-router'
import { useWhole } from '../../app/kit/lists/use-whole.ts'
import { linkTo, pathTo } from '../../app/paths.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { Tip } from '../../ui/tooltip.tsx'
import { AccessPage, type RowActions } from './access-page.tsx'
import { type AccessRow, NameCell, RoleCell, sourceOf } from './columns.tsx'
import { fleetPlace } from './place.ts'
import { fleetAccess } from './queries.ts'
import { RoleBadge } from '../../kinds/role/roles.tsx'

type FleetAccess = CallOutput<'systemAccessList'>
type Mapping = FleetAccess['mappings'][number]
/** An assignment, or a fleet role that comes with a silo role. */
type FleetRow = { assigned: AccessRow } | { mapping: Mapping }

const rowsOf = ({ rows, mappings }: FleetAccess): FleetRow[] => [
  ...rows.map((assigned) => ({ assigned })),
  ...mappings.map((mapping) => ({ mapping })),
]
const rowId = (row: FleetRow): string =>
  'assigned' in row
    ? row.assigned.id
    : `${row.mapping.siloId} ${row.mapping.siloRole} ${row.mapping.fleetRole}`
const nameOf = (row: FleetRow): string =>
  'assigned' in row ? (row.assigned.displayName ?? row.assigned.id) : row.mapping.siloName
const groupAt = (group: string): string => pathTo('/system/access/groups/$group', { group })
const rolesOf = ({ siloName }: Mapping): string =>
  pathTo('/system/silos/$silo/fleet-roles', { silo: siloName })

const column = columnsOf<FleetRow>()
const columns = (actions: RowActions) => [
  column.display({
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) =>
      'assigned' in original ? (
        <NameCell row={original.assigned} groupAt={groupAt} />
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-1.5 whitespace-normal">
          Any <RoleBadge level="silo" role={original.mapping.siloRole} /> in
          <Link {...linkTo(rolesOf(original.mapping))} className="text-accent hover:underline">
            {original.mapping.siloName}
          </Link>
        </span>
      ),
  }),
  column.display({
    id: 'type',
    header: 'Type',
    cell: ({ row: { original } }) =>
      'assigned' in original ? (
        { silo_group: 'Group', silo_user: 'User' }[original.assigned.identityType]
      ) : (
        <span className="inline-flex items-center gap-1">
          Role mapping
          <Tip>This silo grants the fleet role to every user who has this role in the silo.</Tip>
        </span>
      ),
  }),
  column.display({
    id: 'role',
    header: 'Fleet role',
    cell: ({ row: { original } }) =>
      'assigned' in original ? (
        <RoleCell row={original.assigned} level="fleet" />
      ) : (
        <RoleBadge level="fleet" role={original.mapping.fleetRole} />
      ),
  }),
  column.display({
    id: 'source',
    header: 'Source',
    cell: ({ row: { original } }) => (
      <span className="text-text-muted">
        {'assigned' in original ? sourceOf(original.assigned.grants[0]!, 'fleet') : 'From the silo'}
      </span>
    ),
  }),
  column.display({
    id: 'silo',
    header: 'Silo',
    cell: ({ row: { original } }) =>
      ('assigned' in original ? original.assigned.siloName : original.mapping.siloName) ?? <Missing />,
  }),
  column.actions((row) =>
    'assigned' in row ? (
      actions(row.assigned)
    ) : (
      <ActionsMenu entries={[{ label: 'View silo', href: rolesOf(row.mapping) }]} />
    ),
  ),
]

const EMPTY = {
  title: 'No fleet roles assigned',
  body: 'Give a user permission to view or administer the system.',
  add: 'Add user or group',
}
const SUMMARY =
  'Fleet roles decide who sees and administers the system: silos, hardware and networking. They give no access to projects. A silo can grant fleet roles to users with certain silo roles.'

/** Lists the users and groups with a fleet role, by assignment or through their silo. */
export function FleetAccess() {
  const page = useWhole(fleetAccess, rowsOf)
  const assigned = page.rows?.flatMap((row) => ('assigned' in row ? [row.assigned] : [])) ?? []
  return (
    <AccessPage
      title="Fleet Access"
      place={fleetPlace}
      page={page}
      assigned={assigned}
      columns={columns}
      rowId={rowId}
      nameOf={nameOf}
      empty={EMPTY}
      summary={SUMMARY}
    />
  )
}
