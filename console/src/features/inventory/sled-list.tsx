import type { ItemOf } from '@granary/contract/call.ts'
import { sledList } from '@granary/contract/generated/client.ts'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { MiddleTruncatedText } from '../../ui/format/middle-truncated-text.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { HardwareStateBadge, HostStateBadge, PolicyKindBadge, ProvisionPolicyBadge } from './badges.tsx'
import { useProvisionPolicy } from './use-provision-policy.tsx'

type Sled = ItemOf<'sledList'>

const column = columnsOf<Sled>()
const ofBaseboard = (field: keyof Sled['baseboard'], header: string) =>
  column.display({
    id: field,
    header,
    meta: { group: 'Baseboard', ...(field === 'revision' && { align: 'end' }) },
    cell: ({ row: { original } }) => original.baseboard[field],
  })
const columns = [
  column.accessor('id', {
    header: 'id',
    cell: ({ getValue }) => (
      <NameLink to="/system/inventory/sleds/$sledId/instances" params={{ sledId: getValue() }}>
        <MiddleTruncatedText text={getValue()} maxWidth="10rem" className="font-mono text-xs" />
      </NameLink>
    ),
  }),
  ofBaseboard('part', 'part number'),
  ofBaseboard('serial', 'serial number'),
  ofBaseboard('revision', 'revision'),
  column.accessor('policy', {
    id: 'kind',
    header: 'Kind',
    meta: { group: 'Policy' },
    cell: ({ getValue }) => <PolicyKindBadge policy={getValue()} />,
  }),
  column.accessor('policy', {
    header: 'Provision policy',
    meta: { group: 'Policy' },
    cell: ({ getValue }) => <ProvisionPolicyBadge policy={getValue()} />,
  }),
  column.accessor('state', {
    header: 'state',
    cell: ({ getValue }) => <HardwareStateBadge state={getValue()} />,
  }),
  column.accessor('hostState', {
    header: 'host',
    cell: ({ getValue }) => <HostStateBadge state={getValue()} />,
  }),
  column.actions((sled) => <SledActions sled={sled} />),
]

const BY_SERIAL = { isSearchable: false, by: 'serial number' }

/** Lists the sleds in service. */
export const SledList = () => (
  <ListSection
    title="Sleds"
    columns={columns}
    {...useFilteredPage(sledList, {}, BY_SERIAL)}
    rowId={({ id }) => id}
    empty={<EmptyState title="No sleds found" body="The driver reports no hosts for instances." />}
  />
)

function SledActions({ sled }: { sled: Sled }) {
  const changePolicy = useProvisionPolicy()
  return <ActionsMenu id={sled.id} entries={[changePolicy(sled)]} />
}
