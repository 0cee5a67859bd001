import { vpcView } from '@granary/contract/generated/client.ts'
import { CPU_PLATFORM_NAMES } from '@granary/domain/cpu-platforms.ts'
import { isTransitional } from '@granary/domain/instance-states.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { NotKnown } from '../../app/kit/pages/failed.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import type { DiskOrigin } from '../../kinds/disk/use-source.ts'
import { TagsFact } from '../../kinds/tags/tags.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { Fact, Facts, LeadingFact } from '../../ui/page/facts.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { InstanceStateBadge } from '../../ui/state-badge.tsx'
import { AccelerationBadge } from './acceleration-badge.tsx'
import { AutoRestartStatus } from './auto-restart/status.tsx'
import { AddressText, ExternalAddress } from './external-address.tsx'
import { externalAddresses } from './external-addresses.ts'
import { SledFact } from './sled-fact.tsx'
import { useBootSource } from './use-boot-source.ts'
import { externalIpsOf, interfacesOf } from './parts.ts'
import { type Instance, useInstancePath } from './use-instance.ts'

/** The properties of an instance, above its tabs. */
export function InstanceProperties({ instance }: { instance: Instance }) {
  const path = useInstancePath()
  const outside = useQuery(externalIpsOf(path))
  const inner = useQuery(interfacesOf(path))
  const [addresses, nics] = [outside.data, inner.data]
  const noAddresses = failedOf(outside)
  const noNics = failedOf(inner)
  const primary = nics?.items.find((nic) => nic.primary)
  const stack = primary?.ipStack
  const inside =
    stack && (stack.type === 'dual_stack' ? [stack.value.v4.ip, stack.value.v6.ip] : [stack.value.ip])
  return (
    <Facts
      more={
        <>
          <Fact label="private IPs">{noNics ?? <Addresses addresses={nics && (inside ?? [])} />}</Fact>
          <Fact label="vpc">
            {noNics ??
              (nics ? (
                primary ? (
                  <VpcName id={primary.vpcId} />
                ) : (
                  <Missing />
                )
              ) : (
                <Skeleton className="h-3 w-20" />
              ))}
          </Fact>
          <Fact label="Hostname">
            <TruncatedText text={instance.hostname} />
          </Fact>
          <Fact label="Description">
            {instance.description ? <TruncatedText text={instance.description} /> : <Missing />}
          </Fact>
          <TagsFact kind="instance" of={instance} />
          {instance.deletionProtected && <Fact label="Deletion protection">On</Fact>}
          <SledFact instanceId={instance.id} />
          <Fact label="Created">
            <DateTime date={instance.timeCreated} />
          </Fact>
          <Fact label="ID">
            <Id id={instance.id} maxWidth="16rem" />
          </Fact>
        </>
      }
    >
      <LeadingFact label="state">
        <span className="flex flex-wrap items-center gap-x-2">
          <InstanceStateBadge state={instance.runState} since={instance.timeRunStateUpdated} />
          {!isTransitional(instance.runState) && (
            <TimeAgo date={instance.timeRunStateUpdated} label="Run state updated" />
          )}
          {instance.runState === 'failed' && <AutoRestartStatus instance={instance} />}
          <AccelerationBadge />
        </span>
      </LeadingFact>
      <LeadingFact label="external IPs">
        {noAddresses ?? <Addresses addresses={addresses && externalAddresses(addresses.items)} outside />}
      </LeadingFact>
      <LeadingFact label="cpu">
        <span>
          {instance.ncpus} <span className="text-text-muted">{instance.ncpus === 1 ? 'vCPU' : 'vCPUs'}</span>
          {instance.cpuPlatform && (
            <span className="text-text-muted"> ({CPU_PLATFORM_NAMES[instance.cpuPlatform]})</span>
          )}
        </span>
      </LeadingFact>
      <LeadingFact label="ram">
        <ByteSize bytes={instance.memory} />
      </LeadingFact>
      <SourceFact source={useBootSource(instance)} />
    </Facts>
  )
}

/** The image or snapshot that the boot disk was created from. Nothing without a source, or while it loads. */
function SourceFact({ source }: { source: DiskOrigin }) {
  if (source.kind === 'failed')
    return (
      <LeadingFact label="Source">
        <Unread error={source.error} />
      </LeadingFact>
    )
  if (source.kind !== 'image' && source.kind !== 'snapshot') return null
  const { name } = source.kind === 'image' ? source.image : source.snapshot
  return (
    <LeadingFact label={source.kind === 'image' ? 'Image' : 'Snapshot'}>
      <TruncatedText text={name} maxWidth="14rem" />
    </LeadingFact>
  )
}

/** Returns a retry notice if the query failed, or null. */
const failedOf = ({ data, error, isFetching, refetch }: UseQueryResult) =>
  error && !data && !isFetching ? <NotKnown error={error} onRetry={() => void refetch()} /> : null

function VpcName({ id }: { id: string }) {
  const { data, error } = useQuery({ ...apiQuery(vpcView, { path: { vpc: id } }), throwOnError: false })
  const { project } = useInstancePath()
  if (data)
    return (
      <Link
        to="/projects/$project/vpcs/$vpc/firewall-rules"
        params={{ project, vpc: data.name }}
        className="min-w-0 hover:underline"
      >
        <TruncatedText text={data.name} />
      </Link>
    )
  return <Unread error={error} />
}

/** Number of addresses shown before a link to all of them. */
const MAX_SHOWN = 2

type AddressesProps = {
  addresses: readonly string[] | undefined
  /** Whether the addresses are external. */
  outside?: boolean
}

function Addresses({ addresses, outside }: AddressesProps) {
  const path = useInstancePath()
  if (!addresses) return <Skeleton className="h-3 w-28" />
  if (addresses.length === 0) return <Missing />
  const Address = outside ? ExternalAddress : InternalAddress
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 max-sm:flex-col max-sm:items-start">
      {addresses.slice(0, MAX_SHOWN).map((address, at) => (
        <Fragment key={address}>
          {at > 0 && <Slash />}
          <Address address={address} />
        </Fragment>
      ))}
      {addresses.length > MAX_SHOWN && (
        <>
          <Slash />
          <Link
            to="/projects/$project/instances/$instance/networking"
            params={path}
            aria-label={`All ${addresses.length} addresses`}
            className="rounded px-1 text-text-muted hover:text-text"
          >
            …
          </Link>
        </>
      )}
    </span>
  )
}

const Slash = () => (
  <span aria-hidden className="text-text-muted max-sm:hidden">
    /
  </span>
)

const InternalAddress = ({ address }: { address: string }) => (
  <span className="inline-flex items-center gap-1 font-mono text-xs whitespace-normal">
    <span>
      <AddressText address={address} />
    </span>
    <CopyButton text={address} />
  </span>
)
