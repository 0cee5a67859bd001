import type { ItemOf } from '@granary/contract/call.ts'
import { networkingSwitchPortList, networkingSwitchPortStatus } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { ListSection } from '../../app/kit/list-section.tsx'
import { Unread } from '../../app/kit/unread.tsx'
import { usePage } from '../../app/kit/use-page.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'

type Port = ItemOf<'networkingSwitchPortList'>

const column = columnsOf<Port>()
const columns = [
  column.accessor('portName', { header: 'port' }),
  column.accessor('switchSlot', { header: 'switch' }),
  column.accessor('rackId', {
    header: 'Rack',
    cell: ({ getValue }) => <Id id={getValue()} maxWidth="10rem" />,
  }),
  column.display({
    id: 'link',
    header: 'link',
    cell: ({ row: { original } }) => <LinkState port={original} />,
  }),
  column.accessor('portSettingsId', {
    header: 'settings',
    cell: ({ getValue }) => {
      const id = getValue()
      return id ? <Id id={id} maxWidth="10rem" /> : <Missing />
    },
  }),
  column.accessor('id', { header: 'id', cell: ({ getValue }) => <Id id={getValue()} maxWidth="10rem" /> }),
  column.actions(({ id }) => <ActionsMenu id={id} entries={[]} />),
]

/** Lists the ports of all switches with the state of their links. */
export const PortList = () => (
  <ListSection
    title="Switch ports"
    columns={columns}
    page={usePage(networkingSwitchPortList, {})}
    rowId={({ id }) => id}
    empty={<EmptyState title="No switch ports found" body="The driver reports no switches." />}
  />
)

/** The fields of a status depend on the switch, so only known ones are read. */
function linkOf(status: unknown): { state: string; speed: number | null } | null {
  if (typeof status !== 'object' || status === null || !('state' in status)) return null
  const speed = 'speedGbps' in status && typeof status.speedGbps === 'number' ? status.speedGbps : null
  return { state: String(status.state), speed }
}

/** The state of a port's link. */
export function LinkState({
  port: { portName, rackId, switchSlot },
}: {
  port: Pick<Port, 'portName' | 'rackId' | 'switchSlot'>
}) {
  const input = { path: { port: portName }, query: { rackId, switchSlot } }
  const { data, error } = useQuery({ ...apiQuery(networkingSwitchPortStatus, input), throwOnError: false })
  if (data === undefined) return <Unread error={error} />
  const link = linkOf(data)
  if (!link) return <Missing />
  return (
    <StateBadge color={link.state === 'up' ? 'positive' : 'neutral'}>
      {link.state}
      {link.speed !== null && ` (${link.speed} Gbit/s)`}
    </StateBadge>
  )
}
