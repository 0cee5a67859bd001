import type { ItemOf } from '@granary/contract/call.ts'
import {
  externalSubnetDetach,
  externalSubnetList,
  instanceExternalSubnetList,
} from '@granary/contract/generated/client.ts'
import { instanceServerOutcome } from '@granary/domain/instance-outcomes.ts'
import { useQuery } from '@tanstack/react-query'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import { Suspense, useMemo, useState } from 'react'
import { useOperation } from '../../../api/operate.ts'
import { allQuery, apiQuery } from '../../../api/queries.ts'
import { Failed, NotKnown } from '../../../app/kit/pages/failed.tsx'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { Button } from '../../../ui/button.tsx'
import { described } from '../../../ui/table/description.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirm } from '../../../ui/overlay/confirm.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { freeSubnets } from './stacks.ts'
import { useNetworking } from './use-networking.ts'

const AttachSubnetDialog = lazyPart(() => import('./attach-subnet-dialog.tsx'))

type Subnet = ItemOf<'instanceExternalSubnetList'>

const column = columnsOf<Subnet>()
const columnsWith = (project: string, stateReason: string | null, onDetach: (subnet: Subnet) => void) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink
        to="/projects/$project/external-subnets/$externalSubnet/edit"
        params={{ project, externalSubnet: getValue() }}
      >
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('subnet', {
    header: 'Subnet',
    cell: ({ getValue }) => <span className="font-mono text-xs">{getValue()}</span>,
  }),
  column.accessor('description', described),
  column.actions((subnet) => (
    <ActionsMenu
      id={subnet.id}
      entries={[
        {
          label: 'Detach',
          danger: true,
          disabledReason: stateReason,
          onAction: () => onDetach(subnet),
        },
      ]}
    />
  )),
]

/** Lists, attaches and detaches the external subnets of the instance. */
export function ExternalSubnetsCard() {
  const instance = useInstance()
  const { nics } = useNetworking()
  const { project, instance: path } = useInstancePath()
  const attached = useQuery({
    ...apiQuery(instanceExternalSubnetList, { path: { instance: path }, query: { project } }),
    throwOnError: false,
  })
  const all = useQuery({ ...allQuery(externalSubnetList, { query: { project } }), throwOnError: false })
  const [attaching, setAttaching] = useState(false)
  const detach = useDetach()
  const outcome = instanceServerOutcome('external_ip', instance.runState)
  const stateReason = typeof outcome === 'object' ? `The server ${outcome.message}` : null
  const free = freeSubnets(all.data ?? [], nics)
  const noneFree = all.data
    ? 'No available external subnets'
    : all.error
      ? 'The external subnets could not be loaded'
      : 'Loading external subnets'
  const reason = stateReason ?? (free.length === 0 ? noneFree : null)
  useQuickActions(
    'Actions',
    useMemo(
      () => (reason ? [] : [{ label: 'Attach external subnet', onAction: () => setAttaching(true) }]),
      [reason],
    ),
  )
  return (
    <>
      <Card
        title="External subnets"
        actions={
          <>
            {all.error && !all.data && (
              <NotKnown what="Subnets to attach" error={all.error} onRetry={() => void all.refetch()} />
            )}
            <Button size="sm" changes onPress={() => setAttaching(true)} disabledReason={reason}>
              Attach external subnet
            </Button>
          </>
        }
      >
        <DataTable
          label="External subnets"
          columns={columnsWith(project, stateReason, detach)}
          rows={attached.data?.items}
          rowId={({ id }) => id}
          error={
            attached.error &&
            !attached.data && (
              <Failed
                what="External subnets"
                error={attached.error}
                onRetry={() => void attached.refetch()}
              />
            )
          }
          empty={
            <EmptyState
              icon={<Grid2x2 />}
              title="No external subnets"
              body="Attach an external subnet to see it here"
            />
          }
        />
      </Card>
      <Suspense fallback={null}>
        {attaching && <AttachSubnetDialog subnets={free} onClose={() => setAttaching(false)} />}
      </Suspense>
    </>
  )
}

function useDetach() {
  const instance = useInstance()
  const detach = useOperation(externalSubnetDetach, { waits: true })
  return ({ id, name, subnet }: Subnet) =>
    void confirm({
      title: 'Detach external subnet',
      variant: 'danger',
      errorTitle: 'Error detaching external subnet',
      body: (
        <>
          Detach <Highlight>{name}</Highlight> from <Highlight>{instance.name}</Highlight>? The instance no
          longer receives the traffic to {subnet}.
        </>
      ),
      action: async () => {
        await detach({ path: { externalSubnet: id } })
        toastChanged('External subnet', name, 'detached')
      },
    })
}
