import { floatingIpDetach, instanceEphemeralIpDetach } from '@granary/contract/generated/client.ts'
import { instanceServerOutcome } from '@granary/domain/instance-outcomes.ts'
import { ipVersion } from '@granary/domain/ip.ts'
import Globe from 'lucide-react/icons/globe'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { NotKnown } from '../../../app/kit/failed.tsx'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { useOperation } from '../../../api/operate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Description } from '../../../ui/format/description.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirm } from '../../../ui/overlay/confirm.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { Tip, Tooltip } from '../../../ui/tooltip.tsx'
import { ExternalAddress } from '../external-address.tsx'
import { useInstance } from '../use-instance.ts'
import { PoolCell } from '../../../kinds/network/pool-cell.tsx'
import { ephemeralReason, type ExternalIp, floatingReason, freeFloatingIps } from './stacks.ts'
import { useNetworking, useSources } from './use-networking.ts'

const AttachEphemeralDialog = lazyPart(() => import('./attach-ephemeral-dialog.tsx'))
const AttachFloatingDialog = lazyPart(() => import('./attach-floating-dialog.tsx'))

const ORDER = ['floating', 'ephemeral', 'snat']
const nameless = (
  <Tooltip content="Only floating IPs have a name and a description">
    <span className="text-text-muted">—</span>
  </Tooltip>
)

const column = columnsOf<ExternalIp>()
const columnsWith = (onDetach: (ip: ExternalIp) => void, stateReason: string | null) => [
  column.accessor('ip', {
    header: 'ip',
    cell: ({ row: { original: ip } }) => (
      // The column is narrow where the table is: the range goes below the address.
      <span className="flex flex-wrap items-center gap-x-2 py-1 wrap-anywhere whitespace-normal">
        <ExternalAddress address={ip.ip} />
        {ip.kind === 'snat' && (
          <Tooltip content="Outbound traffic of the instance uses this IP and port range">
            <span className="relative z-1 whitespace-nowrap">
              <Badge color="neutral">
                {ip.firstPort}–{ip.lastPort}
              </Badge>
            </span>
          </Tooltip>
        )}
      </span>
    ),
  }),
  column.accessor('kind', {
    header: () => (
      <span className="inline-flex items-center gap-1.5">
        Kind{' '}
        <Tip>
          A floating IP belongs to the project and can move between instances. An ephemeral IP is deleted with
          the instance. An SNAT IP is shared and outbound only.
        </Tip>
      </span>
    ),
    cell: ({ getValue }) => <Badge color="neutral">{getValue()}</Badge>,
  }),
  column.display({
    id: 'version',
    header: 'Version',
    cell: ({ row }) => <Badge color="neutral">{ipVersion(row.original.ip)}</Badge>,
  }),
  column.accessor('ipPoolId', {
    header: 'IP pool',
    cell: ({ getValue }) => <PoolCell poolId={getValue()} />,
  }),
  column.display({
    id: 'name',
    header: 'name',
    cell: ({ row: { original: ip } }) => (ip.kind === 'floating' ? ip.name : nameless),
  }),
  column.display({
    id: 'description',
    header: 'description',
    cell: ({ row: { original: ip } }) =>
      ip.kind === 'floating' ? <Description text={ip.description} /> : nameless,
  }),
  column.actions((ip) => (
    <ActionsMenu
      id={ip.kind === 'floating' ? ip.id : undefined}
      entries={[
        { label: 'Copy IP address', reads: true, onAction: () => void copyText(ip.ip) },
        {
          label: 'Detach',
          danger: true,
          disabledReason: ip.kind === 'snat' ? "SNAT IPs can't be detached" : stateReason,
          onAction: () => onDetach(ip),
        },
      ]}
    />
  )),
]

/** Lists, attaches and detaches the external addresses of the instance. */
export function ExternalIpsCard() {
  const instance = useInstance()
  const { ips, nics } = useNetworking()
  const sources = useSources()
  const pools = sources.pools.data
  const floating = sources.floating.data
  const [open, setOpen] = useState<'ephemeral' | 'floating' | null>(null)
  const detach = useDetach()
  const outcome = instanceServerOutcome('external_ip', instance.runState)
  const stateReason = typeof outcome === 'object' ? `The server ${outcome.message}` : null
  const free = freeFloatingIps(floating ?? [], nics)
  const noEphemeral = stateReason ?? (pools ? ephemeralReason(nics, ips, pools) : 'Loading IP pools')
  const noFloating = stateReason ?? (floating ? floatingReason(ips, free.length) : 'Loading floating IPs')
  useQuickActions(
    'Actions',
    useMemo(
      () => [
        ...(noEphemeral ? [] : [{ label: 'Attach ephemeral IP', onAction: () => setOpen('ephemeral') }]),
        ...(noFloating ? [] : [{ label: 'Attach floating IP', onAction: () => setOpen('floating') }]),
      ],
      [noEphemeral, noFloating],
    ),
  )
  const rows = ips.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  return (
    <>
      <Card
        title="External IPs"
        actions={
          <>
            {sources.pools.error && !pools && (
              <NotKnown
                what="IP pools"
                error={sources.pools.error}
                onRetry={() => void sources.pools.refetch()}
              />
            )}
            {sources.floating.error && !floating && (
              <NotKnown
                what="Floating IPs"
                error={sources.floating.error}
                onRetry={() => void sources.floating.refetch()}
              />
            )}
            <Button
              variant="secondary"
              size="sm"
              changes
              onPress={() => setOpen('ephemeral')}
              disabledReason={noEphemeral}
            >
              Attach ephemeral IP
            </Button>
            <Button size="sm" changes onPress={() => setOpen('floating')} disabledReason={noFloating}>
              Attach floating IP
            </Button>
          </>
        }
      >
        <DataTable
          label="External IPs"
          columns={columnsWith(detach, stateReason)}
          rows={rows}
          rowId={(ip) => (ip.kind === 'snat' ? `${ip.ip}:${ip.firstPort}` : ip.ip)}
          empty={
            <EmptyState
              icon={<Globe />}
              title="No external IPs"
              body="Attach an external IP to see it here"
            />
          }
        />
      </Card>
      <Suspense fallback={null}>
        {open === 'ephemeral' && <AttachEphemeralDialog pools={pools ?? []} onClose={() => setOpen(null)} />}
        {open === 'floating' && <AttachFloatingDialog floatingIps={free} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

function useDetach() {
  const instance = useInstance()
  const detachEphemeral = useOperation(instanceEphemeralIpDetach, { waits: true })
  const detachFloating = useOperation(floatingIpDetach, { waits: true })
  return (ip: ExternalIp) => {
    const what = ip.kind === 'floating' ? 'floating IP' : 'ephemeral IP'
    void confirm({
      title: `Detach ${what}`,
      variant: 'danger',
      errorTitle: `Error detaching ${what}`,
      body: (
        <>
          Detach <Highlight>{ip.kind === 'floating' ? ip.name : ip.ip}</Highlight> from{' '}
          <Highlight>{instance.name}</Highlight>? The instance can no longer be reached at {ip.ip}.
        </>
      ),
      action: async () => {
        if (ip.kind === 'floating') await detachFloating({ path: { floatingIp: ip.id } })
        else
          await detachEphemeral({
            path: { instance: instance.id },
            query: { ipVersion: ipVersion(ip.ip) ?? undefined },
          })
        addToast({
          content:
            ip.kind === 'floating' ? (
              <>
                Floating IP <Highlight>{ip.name}</Highlight> detached
              </>
            ) : (
              'Ephemeral IP detached'
            ),
        })
      },
    })
  }
}
