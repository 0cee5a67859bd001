import {
  instanceNetworkInterfaceDelete,
  instanceNetworkInterfaceUpdate,
} from '@granary/contract/generated/client.ts'
import { instanceActionAllowed } from '@granary/domain/instance-states.ts'
import { MAX_NICS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import Network from 'lucide-react/icons/network'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { messageOf } from '../../../api/errors.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { useOperation } from '../../../api/operate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { described } from '../../../ui/table/description.tsx'
import { ListValue } from '../../../ui/format/list-value.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../../ui/overlay/confirm.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { useInstance } from '../use-instance.ts'
import { currentTransitIps, transitIpsOf } from './current-transit-ips.ts'
import { SubnetName, VpcName } from './interface-names.tsx'
import { type Nic, stacksOf } from './stacks.ts'
import { useNetworking } from './use-networking.ts'

const AddInterfacePanel = lazyPart(() => import('./add-interface-panel.tsx'))
const EditInterfacePanel = lazyPart(() => import('./edit-interface-panel.tsx'))

const MUST_BE_STOPPED =
  'The instance must be stopped before a network interface is created, changed or deleted'

const column = columnsOf<Nic>()
const columnsWith = (actions: (nic: Nic) => ReactNode) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: nic } }) => (
      <span className="inline-flex items-center gap-2">
        {nic.name} {nic.primary && <Badge>primary</Badge>}
      </span>
    ),
  }),
  column.accessor('description', { ...described, meta: { ...described.meta, givesWay: 'second' } }),
  column.display({
    id: 'ip',
    header: 'Private IP',
    cell: ({ row }) => (
      <span className="flex flex-col gap-1 py-1">
        {stacksOf(row.original).map(({ version, ip }) => (
          <span key={version} className="inline-flex items-center gap-1.5 font-mono text-xs">
            <Badge color="neutral">{version}</Badge> {ip}{' '}
            <CopyButton text={ip} className="relative z-1 size-6" />
          </span>
        ))}
      </span>
    ),
  }),
  column.accessor('vpcId', { header: 'vpc', cell: ({ getValue }) => <VpcName id={getValue()} /> }),
  column.accessor('subnetId', { header: 'subnet', cell: ({ getValue }) => <SubnetName id={getValue()} /> }),
  column.display({
    id: 'transit',
    header: 'Transit IPs',
    cell: ({ row }) => <ListValue title="Other transit IPs" items={transitIpsOf(row.original)} />,
  }),
  column.actions(actions),
]

function useActions() {
  const deleteInterface = useOperation(instanceNetworkInterfaceDelete, { waits: true })
  const updateInterface = useOperation(instanceNetworkInterfaceUpdate, { waits: true })
  const makePrimary = async (nic: Nic) => {
    try {
      await updateInterface({
        path: { interface: nic.id },
        // The API clears omitted fields.
        body: { primary: true, transitIps: await currentTransitIps(nic.id) },
      })
    } catch (error) {
      addToast({ variant: 'error', title: 'Could not make primary', content: messageOf(error) })
    }
  }
  const remove = async (nic: Nic) => {
    await deleteInterface({ path: { interface: nic.id } })
    addToast({
      content: (
        <>
          Network interface <Highlight>{nic.name}</Highlight> deleted
        </>
      ),
    })
  }
  return { makePrimary, remove }
}

/** Lists the network interfaces of the instance and adds, edits and deletes them. */
export function InterfacesCard() {
  const instance = useInstance()
  const { nics } = useNetworking()
  const [open, setOpen] = useState<'add' | { edit: string } | null>(null)
  const stateReason = !instanceActionAllowed('network_interface', instance.runState) && MUST_BE_STOPPED
  const addReason =
    stateReason ||
    (nics.length >= MAX_NICS_PER_INSTANCE &&
      `An instance may have ${MAX_NICS_PER_INSTANCE} network interfaces`)
  useQuickActions(
    'Actions',
    useMemo(
      () => (addReason ? [] : [{ label: 'Add network interface', onAction: () => setOpen('add') }]),
      [addReason],
    ),
  )
  const edited = nics.find((nic) => typeof open === 'object' && nic.id === open?.edit)

  const { makePrimary, remove } = useActions()
  const columns = columnsWith((nic) => (
    <ActionsMenu
      id={nic.id}
      entries={[
        {
          label: 'Make primary',
          disabledReason: nic.primary ? 'This network interface is the primary one already' : stateReason,
          onAction: () => void makePrimary(nic),
        },
        { label: 'Edit', disabledReason: stateReason, onAction: () => setOpen({ edit: nic.id }) },
        {
          label: 'Delete',
          danger: true,
          disabledReason:
            stateReason ||
            (nic.primary &&
              nics.length > 1 &&
              'The primary network interface cannot be deleted while there are others: make another one primary first'),
          onAction: () => void confirmDelete('network interface', nic.name, () => remove(nic)),
        },
      ]}
    />
  ))
  return (
    <>
      <Card
        title="Network interfaces"
        actions={
          <Button size="sm" changes onPress={() => setOpen('add')} disabledReason={addReason}>
            Add network interface
          </Button>
        }
      >
        <DataTable
          label="Network interfaces"
          columns={columns}
          rows={nics}
          rowId={(nic) => nic.id}
          empty={
            <EmptyState
              icon={<Network />}
              title="No network interfaces"
              body="Create a network interface to see it here"
            />
          }
        />
      </Card>
      <Suspense fallback={null}>
        {open === 'add' && <AddInterfacePanel onClose={() => setOpen(null)} />}
        {edited && <EditInterfacePanel nic={edited} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
