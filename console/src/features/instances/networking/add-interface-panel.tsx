import { instanceNetworkInterfaceCreate, vpcList, vpcSubnetList } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { allQuery } from '../../../api/queries.ts'
import { request } from '../../../api/request.ts'
import { Bound, required } from '../../../app/kit/bound.tsx'
import { FormPanel } from '../../../app/kit/form-panel.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField, TextField } from '../../../ui/fields/text-field.tsx'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { useNetworking, useRefreshNetworking } from './use-networking.ts'

const STACKS = [
  { value: 'dual_stack' as const, label: 'IPv4 & IPv6' },
  { value: 'v4' as const, label: 'IPv4' },
  { value: 'v6' as const, label: 'IPv6' },
]
const ADDRESS = { placeholder: 'Leave blank for auto-assignment', mono: true, optional: true }

/** A blank address is assigned by the server. */
const stack = (address: string) => ({
  ip: address.trim() ? { type: 'explicit' as const, value: address.trim() } : { type: 'auto' as const },
  transitIps: [],
})

/** Gives the instance of the page another interface, in a VPC and a subnet of its project. */
export default function AddInterfacePanel({ onClose }: { onClose: () => void }) {
  const instance = useInstance()
  const { project } = useInstancePath()
  const { nics } = useNetworking()
  const refresh = useRefreshNetworking()
  const form = useForm({
    defaultValues: {
      name: '',
      description: '',
      vpc: null as string | null,
      subnet: null as string | null,
      stack: 'dual_stack' as (typeof STACKS)[number]['value'],
      v4: '',
      v6: '',
    },
  })
  const { control, watch, setValue } = form
  const vpc = watch('vpc')
  const kind = watch('stack')
  const vpcs = useQuery({ ...allQuery(vpcList, { query: { project } }), throwOnError: false })
  const subnets = useQuery({
    ...allQuery(vpcSubnetList, { query: { project, vpc: vpc ?? '' } }),
    enabled: vpc !== null,
    throwOnError: false,
  })
  const only = vpcs.data?.length === 1 ? vpcs.data[0]!.name : null
  useEffect(() => {
    if (only && vpc === null) setValue('vpc', only)
  }, [only, vpc, setValue])

  return (
    <FormPanel
      form={form}
      title="Add network interface"
      onDismiss={onClose}
      onSubmit={async (values) => {
        const v4 = stack(values.v4)
        const v6 = stack(values.v6)
        await request(instanceNetworkInterfaceCreate, {
          query: { instance: instance.id },
          body: {
            name: values.name,
            description: values.description,
            vpcName: values.vpc!,
            subnetName: values.subnet!,
            ipConfig:
              values.stack === 'dual_stack'
                ? { type: 'dual_stack', value: { v4, v6 } }
                : values.stack === 'v4'
                  ? { type: 'v4', value: v4 }
                  : { type: 'v6', value: v6 },
          },
        })
        await refresh()
        onClose()
      }}
    >
      <Bound control={control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <Bound control={control} name="vpc" problem={required('VPC')}>
        {(field) => (
          <Listbox
            {...field}
            label="VPC"
            placeholder="Select a VPC"
            noItems="No VPCs found"
            isLoading={vpcs.isLoading}
            required
            items={(vpcs.data ?? []).map(({ name }) => ({ value: name, label: name }))}
          />
        )}
      </Bound>
      <Bound control={control} name="subnet" problem={required('VPC subnet')}>
        {(field) => (
          <Listbox
            {...field}
            label="VPC subnet"
            placeholder="Select a VPC subnet"
            noItems={vpc ? 'No subnets found' : 'Select a VPC to see subnets'}
            isLoading={subnets.isLoading}
            required
            items={(subnets.data ?? []).map(({ id, name, ipv4Block, ipv6Block }) => {
              // Each interface of an instance is in another subnet.
              const taken = nics.find((nic) => nic.subnetId === id)
              return {
                value: name,
                label: name,
                description: taken ? `${taken.name} is in it already` : `${ipv4Block}, ${ipv6Block}`,
                isDisabled: Boolean(taken),
              }
            })}
          />
        )}
      </Bound>
      <Bound control={control} name="stack">
        {(field) => <RadioGroup {...field} label="IP configuration" items={STACKS} />}
      </Bound>
      {kind !== 'v6' && (
        <Bound control={control} name="v4">
          {(field) => <TextField {...field} {...ADDRESS} label="IPv4 address" />}
        </Bound>
      )}
      {kind !== 'v4' && (
        <Bound control={control} name="v6">
          {(field) => <TextField {...field} {...ADDRESS} label="IPv6 address" />}
        </Bound>
      )}
    </FormPanel>
  )
}
