import type { ItemOf } from '@granary/contract/call.ts'
import { physicalDiskList, sledPhysicalDiskList } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { Badge } from '../../ui/badge.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { ErrorState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { HardwareStateBadge } from './badges.tsx'

const FORM_FACTORS = { u2: 'U.2', m2: 'M.2' } as const

export const FormFactorBadge = ({ formFactor }: { formFactor: 'm2' | 'u2' }) => (
  <Badge>{FORM_FACTORS[formFactor]}</Badge>
)

const column = columnsOf<ItemOf<'physicalDiskList'>>()
const columns = [
  column.accessor('id', { header: 'id', cell: ({ getValue }) => <Id id={getValue()} maxWidth="10rem" /> }),
  column.accessor('formFactor', {
    header: 'Form factor',
    cell: ({ getValue }) => {
      const formFactor = getValue()
      return formFactor ? <FormFactorBadge formFactor={formFactor} /> : <Missing />
    },
  }),
  column.accessor('model', {
    header: 'model number',
    cell: ({ getValue }) => getValue() || <Missing />,
  }),
  column.accessor('serial', { header: 'serial number' }),
  column.accessor('policy', {
    header: 'policy',
    cell: ({ getValue }) =>
      getValue().kind === 'in_service' ? <Badge>in service</Badge> : <Badge color="neutral">expunged</Badge>,
  }),
  column.accessor('state', {
    header: 'state',
    cell: ({ getValue }) => <HardwareStateBadge state={getValue()} />,
  }),
  column.actions(({ id }) => <ActionsMenu id={id} entries={[]} />),
]

const empty = <ErrorState message="The driver reports no disks." />

const BY_SERIAL = { isSearchable: false, by: 'serial number' }

/** Lists the disks of all sleds. */
export const DiskList = () => (
  <ListSection
    title="Disks"
    columns={columns}
    {...useFilteredPage(physicalDiskList, {}, BY_SERIAL)}
    rowId={({ id }) => id}
    empty={empty}
  />
)

const route = getRouteApi('/authenticated/system/inventory/sleds/$sledId')

/** Lists the disks of a sled. */
export function SledDisks() {
  const { sledId } = route.useParams()
  const page = usePage(sledPhysicalDiskList, { path: { sledId } })
  return <ListSection title="Disks" columns={columns} page={page} rowId={({ id }) => id} empty={empty} />
}
