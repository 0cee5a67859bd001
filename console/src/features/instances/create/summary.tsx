import { GiB } from '@granary/domain/sizes.ts'
import type { ReactNode } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Missing } from '../../../ui/format/missing.tsx'
import { QuotaMeters } from '../quota-meters.tsx'
import type { BootSources } from './boot-source.tsx'
import { type InstanceValues, newStorageOf, sizeOf } from './values.ts'

const STACKS: Record<InstanceValues['defaultStack'], string> = {
  default_dual_stack: 'IPv4 and IPv6',
  default_ipv4: 'IPv4',
  default_ipv6: 'IPv6',
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** Says what the form would create, and how much of the silo's quota that takes. It stays in view beside the form. */
export function Summary({ form, sources }: { form: UseFormReturn<InstanceValues>; sources: BootSources }) {
  const values = useWatch({ control: form.control }) as InstanceValues
  const { ncpus, memoryGib } = sizeOf(values)
  return (
    <section
      aria-label="Summary"
      className="flex flex-col gap-4 rounded-md border border-border bg-surface-raised p-4"
    >
      <div className="min-w-0">
        <h2 className="text-xs font-normal text-text-muted">New instance</h2>
        <div className="truncate text-lg font-semibold">
          {values.name || <span className="font-normal text-text-muted">No name yet</span>}
        </div>
      </div>
      <dl className="grid grid-cols-[5.5rem_1fr] gap-y-1.5 text-sm">
        <Line label="Size">
          {counted(ncpus, 'vCPU')}, {memoryGib} GiB
        </Line>
        <Line label="Boots from">{bootOf(values, sources)}</Line>
        {values.disks.length > 0 && <Line label="Disks">{counted(values.disks.length, 'more disk')}</Line>}
        <Line label="Network">{networkOf(values)}</Line>
        <Line label="Addresses">{addressesOf(values)}</Line>
        <Line label="Sign-in">
          {values.sshKeys.length > 0 ? counted(values.sshKeys.length, 'SSH key') : <Missing />}
        </Line>
        <Line label="Then">{values.start ? 'starts at once' : 'stays stopped'}</Line>
      </dl>
      <Quotas values={values} />
    </section>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

function bootOf(values: InstanceValues, sources: BootSources): ReactNode {
  if (values.bootSource === 'disk') return values.bootDisk ?? <Missing />
  const size = values.bootSize === null ? '' : `${values.bootSize} GiB`
  if (values.bootSource === 'blank') return `blank disk, ${size}`
  const chosen = sources.chosen(values)
  return chosen ? `${chosen.name}, ${size}` : <Missing />
}

function networkOf({ networkMode, defaultStack, nics }: InstanceValues): string {
  if (networkMode === 'none') return 'none'
  return networkMode === 'custom' ? counted(nics.length, 'interface') : STACKS[defaultStack]
}

function addressesOf({ ephemeralV4, ephemeralV6, floatingIps }: InstanceValues): ReactNode {
  const kinds = [
    ephemeralV4 && 'ephemeral IPv4',
    ephemeralV6 && 'ephemeral IPv6',
    floatingIps.length > 0 && `${floatingIps.length} floating`,
  ].filter(Boolean)
  return kinds.length > 0 ? kinds.join(', ') : <Missing />
}

/** A stopped instance takes storage only. */
function Quotas({ values }: { values: InstanceValues }) {
  const { ncpus, memoryGib } = sizeOf(values)
  return (
    <QuotaMeters
      title="Quota of your silo with it"
      added={{
        cpus: values.start ? ncpus : 0,
        memory: values.start ? memoryGib * GiB : 0,
        storage: newStorageOf(values),
      }}
    />
  )
}
