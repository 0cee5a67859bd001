import type { ItemOf } from '@granary/contract/call.ts'
import {
  physicalDiskDisableAdoption,
  physicalDiskEnableAdoption,
  physicalDiskListAdoptionRequests,
  physicalDiskListUnadopted,
} from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useOperation } from '../../api/operate.ts'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useMay } from '../../app/permissions.ts'
import { Badge } from '../../ui/badge.tsx'
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
import { UninitializedSleds } from './unused-sleds.tsx'

/** Lists sleds and disks that are in the rack, but not in use yet. */
export const Unused = () => (
  <>
    <UninitializedSleds />
    <UnadoptedDisks />
  </>
)

type Disk = ItemOf<'physicalDiskListUnadopted'> & {
  /** ID of the request to adopt it; null without one, undefined while the requests load, or when they failed to. */
  requestId: string | null | undefined
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
  diskColumn.accessor('requestId', {
    header: 'Adoption',
    cell: ({ getValue, row: { original } }) => {
      const requestId = getValue()
      if (requestId === undefined) return <Unread error={original.error} />
      return requestId ? <Badge color="info">requested</Badge> : <Badge>not requested</Badge>
    },
  }),
  diskColumn.actions((disk) => <DiskActions disk={disk} />),
]

function UnadoptedDisks() {
  const disks = useQuery(apiQuery(physicalDiskListUnadopted, {}))
  const requests = useQuery(allQuery(physicalDiskListAdoptionRequests, {}))
  const requested = requests.data && new Map(requests.data.map(({ diskId, id }) => [diskId.serial, id]))
  const rows = disks.data?.items.map((disk) => ({
    ...disk,
    requestId: requested && (requested.get(disk.diskId.serial) ?? null),
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

function DiskActions({ disk: { diskId, requestId } }: { disk: Disk }) {
  const adopt = useOperation(physicalDiskEnableAdoption, { waits: true })
  const withdraw = useOperation(physicalDiskDisableAdoption, { waits: true })
  const mayChange = useMay().fleet('modify')
  const refusal = mayChange ? null : 'Only admins of the fleet can adopt disks'
  const disk = <Highlight>{diskId.serial}</Highlight>
  const askToAdopt = () =>
    void confirm({
      title: 'Adopt disk',
      errorTitle: 'Could not adopt the disk',
      body: <>Put disk {disk} to use? Everything on it is lost.</>,
      action: async () => {
        await adopt({ body: diskId })
        addToast({ content: <>Adoption of disk {disk} requested</> })
      },
    })
  const askToWithdraw = (id: string) =>
    void confirm({
      title: 'Withdraw request',
      errorTitle: 'Could not withdraw the request',
      gone: <>The request to adopt disk {disk} was not there any more</>,
      body: (
        <>Withdraw the request to adopt disk {disk}? A disk that was adopted in the meantime stays in use.</>
      ),
      action: async () => {
        await withdraw({ path: { physicalDiskAdoptionReqId: id } })
        addToast({ content: <>Request to adopt disk {disk} withdrawn</> })
      },
    })
  return (
    <ActionsMenu
      entries={
        requestId
          ? [{ label: 'Withdraw request', onAction: () => askToWithdraw(requestId), disabledReason: refusal }]
          : [{ label: 'Adopt', onAction: askToAdopt, disabledReason: refusal }]
      }
    />
  )
}
