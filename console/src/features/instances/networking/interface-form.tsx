import { vpcList, vpcSubnetList } from '@granary/contract/generated/client.ts'
import { requestedAddressProblem } from '@granary/domain/instance-networking.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { capitalize } from '../../../api/errors.ts'
import { allQuery } from '../../../api/queries.ts'
import { Bound, required } from '../../../app/kit/bound.tsx'
import type { FieldsByPath, FieldsOfBody } from '../../../app/kit/field-problems.ts'
import { FormPanel } from '../../../app/kit/form-panel.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField, TextField } from '../../../ui/fields/text-field.tsx'
import {
  emptyInterface,
  type InterfaceBody,
  interfaceBodyOf,
  type InterfaceValues,
} from './interface-values.ts'

const STACKS = [
  { value: 'dual_stack', label: 'IPv4 & IPv6' },
  { value: 'v4', label: 'IPv4' },
  { value: 'v6', label: 'IPv6' },
] as const
const ADDRESS = { placeholder: 'Leave blank for auto-assignment', mono: true, optional: true }

const FIELDS = {
  vpcName: 'vpc',
  subnetName: 'subnet',
  'ipConfig.type': 'stack',
  'ipConfig.value.v4.ip': 'v4',
  'ipConfig.value.v6.ip': 'v6',
} as const satisfies FieldsOfBody<'instanceNetworkInterfaceCreate', InterfaceValues>

/** With a single stack, the label does not name the IP version. */
const fieldsOf = ({ stack }: InterfaceValues): FieldsByPath<InterfaceValues> =>
  stack === 'dual_stack' ? FIELDS : { ...FIELDS, 'ipConfig.value.ip': stack }

type InterfaceFormProps = {
  project: string
  /** Existing interfaces of the instance: all in one VPC, each in its own subnet. VPCs and subnets by name or id. */
  others: readonly { name: string; vpc: string; subnet: string }[]
  /** False inside the form of an instance, which creates the interface. */
  sends?: boolean
  onSubmit: (body: InterfaceBody) => Promise<unknown> | unknown
  onDismiss: () => void
}

/** The form of a new network interface: name, VPC, subnet and addresses. */
export default function InterfaceForm({
  project,
  others,
  sends = true,
  onSubmit,
  onDismiss,
}: InterfaceFormProps) {
  const form = useForm<InterfaceValues>({ defaultValues: emptyInterface })
  const { control, watch, setValue } = form
  const vpc = watch('vpc')
  const kind = watch('stack')
  const vpcs = useQuery({ ...allQuery(vpcList, { query: { project } }), throwOnError: false })
  const subnets = useQuery({
    ...allQuery(vpcSubnetList, { query: { project, vpc: vpc ?? '' } }),
    enabled: vpc !== null,
    throwOnError: false,
  })
  const shared = others[0]?.vpc
  const isPossible = ({ id, name }: { id: string; name: string }) =>
    shared === undefined || shared === id || shared === name
  const possible = vpcs.data?.filter(isPossible)
  const only = possible?.length === 1 ? possible[0]!.name : null
  useEffect(() => {
    if (only && vpc === null) setValue('vpc', only)
  }, [only, vpc, setValue])
  const inBlock = (key: 'ipv4Block' | 'ipv6Block') => (address: string, values: InterfaceValues) => {
    const chosen = subnets.data?.find(({ name }) => name === values.subnet)
    const problem = chosen && address.trim() ? requestedAddressProblem(chosen[key], address.trim()) : null
    return problem && capitalize(problem)
  }

  return (
    <FormPanel
      form={form}
      title="Add network interface"
      fields={fieldsOf}
      onDismiss={onDismiss}
      sends={sends}
      onSubmit={async (values) => onSubmit(interfaceBodyOf(values))}
    >
      <Bound
        control={control}
        name="name"
        problem={(value) =>
          nameProblem(value) ?? (others.some(({ name }) => name === value) ? 'Name is already in use' : null)
        }
      >
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
            items={(vpcs.data ?? []).map((one) => ({
              value: one.name,
              label: one.name,
              description: isPossible(one)
                ? one.description
                : 'The other network interfaces are in another VPC. All must be in the same one',
              isDisabled: !isPossible(one),
            }))}
          />
        )}
      </Bound>
      <Bound
        control={control}
        name="subnet"
        problem={(name) =>
          // A subnet chosen in another VPC is no longer in the list.
          required('VPC subnet')(subnets.data?.some((one) => one.name === name) ? name : null)
        }
      >
        {(field) => (
          <Listbox
            {...field}
            label="VPC subnet"
            placeholder="Select a VPC subnet"
            noItems={vpc ? 'No subnets found' : 'Select a VPC to see subnets'}
            isLoading={subnets.isLoading}
            required
            items={(subnets.data ?? []).map(({ id, name, ipv4Block, ipv6Block }) => {
              // Each interface of an instance needs its own subnet.
              const taken = others.find(({ subnet }) => subnet === id || subnet === name)
              return {
                value: name,
                label: name,
                description: taken ? `Already used by ${taken.name}` : `${ipv4Block}, ${ipv6Block}`,
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
        <Bound control={control} name="v4" problem={inBlock('ipv4Block')}>
          {(field) => <TextField {...field} {...ADDRESS} label="IPv4 address" />}
        </Bound>
      )}
      {kind !== 'v4' && (
        <Bound control={control} name="v6" problem={inBlock('ipv6Block')}>
          {(field) => <TextField {...field} {...ADDRESS} label="IPv6 address" />}
        </Bound>
      )}
    </FormPanel>
  )
}
