import { instanceExternalIpList, instanceNetworkInterfaceList } from '@granary/contract/generated/client.ts'
import { isTransitional } from '@granary/domain/instance-states.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, Suspense, useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { RouteTabs } from '../../app/kit/route-tabs.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/format/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { InstanceStateBadge } from '../../ui/state-badge.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useMinimum } from '../../ui/use-minimum.ts'
import { instanceEntries, reasonFor, refreshInstances, useInstanceActions } from './actions.tsx'
import { AutoRestartStatus } from './auto-restart/status.tsx'
import { ExternalAddress } from './external-address.tsx'
import { externalAddresses } from './external-addresses.ts'
import { StartProblem } from './start-problem.tsx'
import { type Instance, useFollowName, useInstance, useInstancePath } from './use-instance.ts'

const ResizeDialog = lazy(() => import('./resize-dialog.tsx'))

/** One instance: what it is, what can be done with it, and its tabs. */
export function InstancePage() {
  const instance = useInstance()
  useFollowName()
  const { project, instance: name } = useInstancePath()
  const navigate = useNavigate()
  const actions = useInstanceActions()
  const [resizing, setResizing] = useState(false)
  const toList = () => void navigate({ to: '/projects/$project/instances', params: { project } })
  const entries = instanceEntries(
    instance,
    project,
    { ...actions, remove: (one) => actions.remove(one, toList) },
    () => setResizing(true),
  )
  return (
    <>
      <PageHeader
        title={instance.name}
        icon={<MonitorIcon />}
        actions={
          <>
            <RefreshButton />
            <Button
              variant="secondary"
              size="sm"
              changes
              onPress={() => actions.start(instance)}
              disabledReason={reasonFor('start', instance)}
            >
              Start
            </Button>
            <Button
              variant="secondary"
              size="sm"
              changes
              onPress={() => actions.stop(instance)}
              disabledReason={reasonFor('stop', instance)}
            >
              Stop
            </Button>
            <ActionsMenu
              label="Instance actions"
              id={instance.id}
              entries={entries.filter(
                (entry) => entry !== 'separator' && !['Start', 'Stop'].includes(entry.label),
              )}
            />
          </>
        }
      />
      <Properties instance={instance} />
      <StartProblem instance={instance} onStart={() => actions.start(instance)} />
      <RouteTabs
        label="Instance"
        base={`/projects/${project}/instances/${name}`}
        tabs={[
          { label: 'Storage', path: 'storage' },
          { label: 'Networking', path: 'networking' },
          { label: 'Connect', path: 'connect' },
          { label: 'Settings', path: 'settings' },
        ]}
      >
        <Outlet />
      </RouteTabs>
      {resizing && (
        <Suspense fallback={null}>
          <ResizeDialog instance={instance} onClose={() => setResizing(false)} />
        </Suspense>
      )}
    </>
  )
}

function RefreshButton() {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const refresh = async () => {
    setPending(true)
    await refreshInstances(queryClient)
    setPending(false)
  }
  return (
    <IconButton label="Refresh data" loading={useMinimum(pending, 300)} onPress={() => void refresh()}>
      <RefreshCw className="size-4" aria-hidden />
    </IconButton>
  )
}

function Properties({ instance }: { instance: Instance }) {
  const { project, instance: name } = useInstancePath()
  const query = { project }
  const addresses = useQuery(apiQuery(instanceExternalIpList, { path: { instance: name }, query })).data
  const nics = useQuery(apiQuery(instanceNetworkInterfaceList, { query: { instance: name, project } })).data
  const stack = nics?.items.find((nic) => nic.primary)?.ipStack
  const inside =
    stack && (stack.type === 'dual_stack' ? [stack.value.v4.ip, stack.value.v6.ip] : [stack.value.ip])
  return (
    <PropertiesTable columns={2}>
      <Property label="cpu">
        {instance.ncpus} <span className="text-text-muted">{instance.ncpus === 1 ? 'vCPU' : 'vCPUs'}</span>
      </Property>
      <Property label="ram">
        <ByteSize bytes={instance.memory} />
      </Property>
      <Property label="state">
        <span className="flex items-center gap-2">
          <InstanceStateBadge state={instance.runState} />
          {!isTransitional(instance.runState) && (
            <TimeAgo date={instance.timeRunStateUpdated} label="Run state updated" />
          )}
          {instance.runState === 'failed' && <AutoRestartStatus instance={instance} />}
        </span>
      </Property>
      <Property label="external IPs">
        <Addresses addresses={addresses && externalAddresses(addresses.items)} outside />
      </Property>
      <Property label="Description">
        <Description text={instance.description} />
      </Property>
      <Property label="private IPs">
        <Addresses addresses={nics && (inside ?? [])} />
      </Property>
      <Property label="Created">
        <DateTime date={instance.timeCreated} />
      </Property>
      <Property label="ID">
        <Id id={instance.id} maxWidth="20rem" />
      </Property>
    </PropertiesTable>
  )
}

/** How many addresses a property shows before it sends to where they all are. */
const SHOWN = 2

function Addresses({
  addresses,
  outside,
}: {
  addresses: readonly string[] | undefined
  /** Whether they can be reached from anywhere. */
  outside?: boolean
}) {
  if (!addresses) return <span className="skeleton inline-block h-3 w-28" />
  if (addresses.length === 0) return <Missing />
  const Address = outside ? ExternalAddress : InternalAddress
  const more = addresses.slice(SHOWN)
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {addresses.slice(0, SHOWN).map((address) => (
        <Address key={address} address={address} />
      ))}
      {more.length > 0 && (
        <Tooltip content={more.join(', ')}>
          <button type="button" className="text-text-muted">
            +{more.length}
          </button>
        </Tooltip>
      )}
    </span>
  )
}

const InternalAddress = ({ address }: { address: string }) => (
  <span className="inline-flex items-center gap-1 font-mono text-xs">
    {address}
    <CopyButton text={address} />
  </span>
)
