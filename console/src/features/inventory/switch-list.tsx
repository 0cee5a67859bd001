import type { ItemOf } from '@granary/contract/call.ts'
import { switchList } from '@granary/contract/generated/client.ts'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'

type Switch = ItemOf<'switchList'>

const column = columnsOf<Switch>()
const ofBaseboard = (field: keyof Switch['baseboard'], header: string) =>
  column.display({
    id: field,
    header,
    meta: { group: 'Baseboard', ...(field === 'revision' && { align: 'end' }) },
    cell: ({ row: { original } }) => original.baseboard[field],
  })
const columns = [
  column.accessor('id', { header: 'id', cell: ({ getValue }) => <Id id={getValue()} maxWidth="10rem" /> }),
  ofBaseboard('part', 'part number'),
  ofBaseboard('serial', 'serial number'),
  ofBaseboard('revision', 'revision'),
  column.accessor('rackId', {
    header: 'Rack',
    cell: ({ getValue }) => <Id id={getValue()} maxWidth="10rem" />,
  }),
  column.accessor('timeCreated', {
    header: 'First seen',
    meta: { day: true },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions(({ id }) => <ActionsMenu id={id} entries={[]} />),
]

/** Lists the switches of all racks. */
export const SwitchList = () => (
  <ListSection
    title="Switches"
    columns={columns}
    page={usePage(switchList, {})}
    rowId={({ id }) => id}
    empty={<EmptyState title="No switches found" body="The driver reports no switches." />}
  />
)
