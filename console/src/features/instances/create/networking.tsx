import type { ItemOf } from '@granary/contract/call.ts'
import { ipPoolList, vpcList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ALL, apiQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import { FormSection } from '../../../app/kit/form-page.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Tip } from '../../../ui/tooltip.tsx'
import { familiesOf, type InstanceValues, type NetworkChoice } from './values.ts'

type Pool = ItemOf<'ipPoolList'>

const CHOICES = [
  { value: 'default_dual_stack', label: 'Default, IPv4 & IPv6' },
  { value: 'default_ipv4', label: 'Default, IPv4' },
  { value: 'default_ipv6', label: 'Default, IPv6' },
  { value: 'none', label: 'None' },
]

/** How the instance is reached: its interface, and addresses from outside. */
export function Networking({ form, project }: { form: UseFormReturn<InstanceValues>; project: string }) {
  const { control, setValue, watch } = form
  const vpcs = useQuery({ ...apiQuery(vpcList, { query: { project, limit: ALL } }), throwOnError: false })
    .data?.items
  const pools = useQuery({ ...apiQuery(ipPoolList, { query: { limit: ALL } }), throwOnError: false }).data
    ?.items
  const hasDefault = vpcs === undefined || vpcs.some((vpc) => vpc.name === 'default')
  const families = familiesOf(watch('network'))

  const decided = useRef(false)
  useEffect(() => {
    if (decided.current || !vpcs || !pools) return
    decided.current = true
    if (!hasDefault) return setValue('network', 'none')
    const [four, six] = [defaultPool(pools, 'v4'), defaultPool(pools, 'v6')]
    setValue('poolV4', four)
    setValue('poolV6', six)
    setValue('ephemeralV4', four !== null)
    setValue('ephemeralV6', six !== null)
  }, [vpcs, pools, hasDefault, setValue])

  return (
    <FormSection title="Networking">
      {!hasDefault && (
        <MessageBox variant="notice">
          This project has no VPC named default, so that its instances have no network.
        </MessageBox>
      )}
      <Bound control={control} name="network">
        {(field) => (
          <RadioGroup
            {...field}
            label="Network interface"
            items={CHOICES.map((choice) => ({
              ...choice,
              isDisabled: !hasDefault && choice.value !== 'none',
            }))}
            onChange={(value) => field.onChange(value as NetworkChoice)}
          />
        )}
      </Bound>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 flex items-center gap-1.5 font-medium">
          Ephemeral IP <Tip>An address from outside that comes with the instance and goes with it.</Tip>
        </legend>
        <Ephemeral form={form} version="v4" pools={pools} compatible={families.v4} />
        <Ephemeral form={form} version="v6" pools={pools} compatible={families.v6} />
      </fieldset>
    </FormSection>
  )
}

const poolsOf = (pools: Pool[], version: 'v4' | 'v6') =>
  pools
    .filter((pool) => pool.ipVersion === version && pool.poolType === 'unicast')
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.name.localeCompare(b.name))

const defaultPool = (pools: Pool[], version: 'v4' | 'v6'): string | null =>
  poolsOf(pools, version).find((pool) => pool.isDefault)?.name ?? null

type EphemeralProps = {
  form: UseFormReturn<InstanceValues>
  version: 'v4' | 'v6'
  pools: Pool[] | undefined
  compatible: boolean
}

function Ephemeral({ form, version, pools, compatible }: EphemeralProps) {
  const fields =
    version === 'v4' ? (['ephemeralV4', 'poolV4'] as const) : (['ephemeralV6', 'poolV6'] as const)
  const [wantedName, poolName] = fields
  const offered = poolsOf(pools ?? [], version)
  const family = `IP${version}`
  const reason = !compatible
    ? `Add an ${family} network interface to have an ephemeral ${family} address`
    : pools && offered.length === 0
      ? `There is no ${family} pool`
      : null
  const wanted = form.watch(wantedName) && !reason
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Bound control={form.control} name={wantedName}>
        {({ onChange, isDisabled }) => (
          <Checkbox
            isSelected={wanted}
            onChange={onChange}
            isDisabled={isDisabled || Boolean(reason)}
            hint={reason}
          >
            Allocate {family} address{wanted && ' from pool:'}
          </Checkbox>
        )}
      </Bound>
      {wanted && (
        <Bound
          control={form.control}
          name={poolName}
          problem={(pool) => (pool ? null : `${family} pool is required`)}
        >
          {(field) => (
            <Listbox
              {...field}
              label={`${family} pool`}
              hideLabel
              placeholder="Select a pool"
              noItems="No pools available"
              items={offered.map((pool) => ({
                value: pool.name,
                label: pool.name,
                description: pool.description,
                badge: pool.isDefault ? 'default' : undefined,
              }))}
            />
          )}
        </Bound>
      )}
    </div>
  )
}
