import type { ItemOf } from '@granary/contract/call.ts'
import { sledInstanceList } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { useCurrentUser } from '../../app/session.ts'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { InstanceStateBadge } from '../../ui/state-badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'

const route = getRouteApi('/authenticated/system/inventory/sleds/$sledId')

type Instance = ItemOf<'sledInstanceList'>

const column = columnsOf<Instance>()
const columns = [
  column.accessor('name', { header: 'name', cell: ({ row }) => <InstanceName instance={row.original} /> }),
  column.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => <InstanceStateBadge state={getValue()} />,
  }),
  column.accessor('ncpus', {
    header: 'specs',
    cell: ({ row: { original } }) => (
      <span className="block py-1 leading-tight tabular-nums">
        <span className="block">{original.ncpus} vCPU</span>
        <ByteSize bytes={original.memory} />
      </span>
    ),
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions(({ id }) => <ActionsMenu id={id} entries={[]} />),
]

/** Operators see the projects of their own silo only, so only its instances are links. */
function InstanceName({ instance: { name, siloName, projectName } }: { instance: Instance }) {
  const { siloName: own } = useCurrentUser()
  return (
    <span className="block py-1 leading-tight">
      <span className="block text-xs text-text-muted">
        {siloName} / {projectName}
      </span>
      {siloName === own ? (
        <NameLink
          to="/projects/$project/instances/$instance/storage"
          params={{ project: projectName, instance: name }}
        >
          {name}
        </NameLink>
      ) : (
        name
      )}
    </span>
  )
}

/** Lists the instances that run on a sled. */
export function SledInstances() {
  const { sledId } = route.useParams()
  return (
    <ListSection
      title="Instances"
      columns={columns}
      page={usePage(sledInstanceList, { path: { sledId } })}
      rowId={({ id }) => id}
      empty={<EmptyState title="No instances found" body="Instances that run on this sled appear here." />}
    />
  )
}
