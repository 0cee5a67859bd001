import { instanceServerOutcome } from '@granary/domain/instance-outcomes.ts'
import Globe from 'lucide-react/icons/globe'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { NotKnown } from '../../../app/kit/pages/failed.tsx'
import { VpcGaps } from '../../../kinds/network/network-gaps.tsx'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { externalAddresses } from '../external-addresses.ts'
import { useInstance } from '../use-instance.ts'
import { ephemeralReason, floatingReason, freeFloatingIps } from './stacks.ts'
import { useNetworking, useSources } from './use-networking.ts'
import { columnsWith } from './external-ip-columns.tsx'
import { useDetach } from './use-detach-ip.tsx'

const AttachEphemeralDialog = lazyPart(() => import('./attach-ephemeral-dialog.tsx'))
const AttachFloatingDialog = lazyPart(() => import('./attach-floating-dialog.tsx'))

const ORDER = ['floating', 'ephemeral', 'snat']
const inOrder = <Ip extends { kind: string }>(ips: readonly Ip[]): Ip[] =>
  ips.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))

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
          rows={inOrder(ips)}
          rowId={(ip) => (ip.kind === 'snat' ? `${ip.ip}:${ip.firstPort}` : ip.ip)}
          empty={
            <EmptyState
              icon={<Globe />}
              title="No external IPs"
              body="Attach an external IP to see it here"
            />
          }
        />
        <AddressGaps />
      </Card>
      <Suspense fallback={null}>
        {open === 'ephemeral' && <AttachEphemeralDialog pools={pools ?? []} onClose={() => setOpen(null)} />}
        {open === 'floating' && <AttachFloatingDialog floatingIps={free} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

/** Says what the hosts can't carry out of the instance's external addresses. */
function AddressGaps() {
  const { ips, nics } = useNetworking()
  const primary = nics.find((nic) => nic.primary)
  if (!primary || ips.length === 0) return null
  return <VpcGaps vpcId={primary.vpcId} addresses={externalAddresses(ips)} />
}
