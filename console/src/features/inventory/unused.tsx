import type { ItemOf } from '@granary/contract/call.ts'
import {
  physicalDiskEnableAdoption,
  physicalDiskListAdoptionRequests,
  physicalDiskListUnadopted,
  sledListUninitialized,
} from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useOperation } from '../../api/operate.ts'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/failed.tsx'
import { Unread } from '../../app/kit/unread.tsx'
import { NameLink } from '../../app/kit/name-link.tsx'
import { useMay } from '../../app/permissions.ts'
import { Badge } from '../../ui/badge.tsx'
import { Id } from '../../ui/format/id.tsx'
import { MiddleTruncatedText } from '../../ui/format/middle-truncated-text.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { FormFactorBadge } from './disk-list.tsx'

/** Lists sleds and disks that are in the rack, but not in use yet. */
export const Unused = () => (
  <>
    <UninitializedSleds />
    <UnadoptedDisks />
  </>
)

const sledColumn = columnsOf<ItemOf<'sledListUninitialized'>>()
const sledColumns = [
  sledColumn.accessor('cubby', { header: 'Cubby' }),
  sledColumn.accessor('baseboard', { header: 'part number', cell: ({ getValue }) => getValue().part }),
  sledColumn.accessor('baseboard', {
    id: 'serial',
    header: 'serial number',
    cell: ({ getValue }) => getValue().serial,
  }),
  sledColumn.accessor('rackId', {
    header: 'Rack',
    cell: ({ getValue }) => <Id id={getValue()} maxWidth="10rem" />,
  }),
]

function UninitializedSleds() {
  const { data, error, refetch } = useQuery(apiQuery(sledListUninitialized, {}))
  return (
    <Card title="Uninitialized sleds" description="Sleds in the rack that run no instances yet.">
      <DataTable
        label="Uninitialized sleds"
        columns={sledColumns}
        rows={data?.items}
        rowId={({ baseboard }) => baseboard.serial}
        empty={<EmptyState title="No uninitialized sleds" body="All sleds of the rack are in use." />}
        error={error && !data && <Failed what="Sleds" error={error} onRetry={() => void refetch()} />}
      />
    </Card>
  )
}

type Disk = ItemOf<'physicalDiskListUnadopted'> & {
  /** Undefined while the requests load, or when they failed to. */
  isRequested: boolean | undefined
  error: Error | null
}

const diskColumn = columnsOf<Disk>()
const diskColumns = [
  diskColumn.accessor('diskId', { header: 'serial number', cell: ({ getValue }) => getValue().serial }),
  diskColumn.accessor('diskId', {
    id: 'model',
    header: 'model number',
    cell: ({ getValue }) => getValue().model,
  }),
  diskColumn.accessor('diskId', {
    id: 'vendor',
    header: 'vendor',
    cell: ({ getValue }) => getValue().vendor,
  }),
  diskColumn.accessor('variant', {
    header: 'Form factor',
    cell: ({ getValue }) => <FormFactorBadge formFactor={getValue()} />,
  }),
  diskColumn.accessor('slot', { header: 'slot' }),
  diskColumn.accessor('sledId', {
    header: 'sled',
    cell: ({ getValue }) => (
      <NameLink to="/system/inventory/sleds/$sledId/disks" params={{ sledId: getValue() }}>
        <MiddleTruncatedText text={getValue()} maxWidth="10rem" className="font-mono text-xs" />
      </NameLink>
    ),
  }),
  diskColumn.accessor('isRequested', {
    header: 'Adoption',
    cell: ({ getValue, row: { original } }) => {
      const isRequested = getValue()
      if (isRequested === undefined) return <Unread error={original.error} />
      return isRequested ? <Badge color="info">requested</Badge> : <Badge>not requested</Badge>
    },
  }),
  diskColumn.actions((disk) => <DiskActions disk={disk} />),
]

function UnadoptedDisks() {
  const disks = useQuery(apiQuery(physicalDiskListUnadopted, {}))
  const requests = useQuery(allQuery(physicalDiskListAdoptionRequests, {}))
  const requested = requests.data && new Set(requests.data.map(({ diskId }) => diskId.serial))
  const rows = disks.data?.items.map((disk) => ({
    ...disk,
    isRequested: requested?.has(disk.diskId.serial),
    error: requests.error,
  }))
  const { error, refetch } = disks
  return (
    <Card
      title="Unadopted disks"
      description="Disks in a sled that store nothing yet. An adopted disk adds to the storage of its sled."
    >
      <DataTable
        label="Unadopted disks"
        columns={diskColumns}
        rows={rows}
        rowId={({ diskId }) => diskId.serial}
        empty={<EmptyState title="No unadopted disks" body="All disks of the sleds are in use." />}
        error={error && !disks.data && <Failed what="Disks" error={error} onRetry={() => void refetch()} />}
      />
    </Card>
  )
}

function DiskActions({ disk: { diskId, isRequested } }: { disk: Disk }) {
  const adopt = useOperation(physicalDiskEnableAdoption, { waits: true })
  const mayChange = useMay().fleet('modify')
  const reason = !mayChange
    ? 'Only admins of the fleet can adopt disks'
    : isRequested
      ? 'The disk will be adopted within half a minute'
      : undefined
  const ask = () =>
    void confirm({
      title: 'Adopt disk',
      errorTitle: 'Could not adopt the disk',
      body: (
        <>
          Put disk <Highlight>{diskId.serial}</Highlight> to use? Everything on it is lost.
        </>
      ),
      action: async () => {
        await adopt({ body: diskId })
        addToast({
          content: (
            <>
              Adoption of disk <Highlight>{diskId.serial}</Highlight> requested
            </>
          ),
        })
      },
    })
  return (
    <ActionsMenu entries={[{ label: 'Adopt', onAction: ask, ...(reason && { disabledReason: reason }) }]} />
  )
}
