import { requestedAddressProblem } from '@granary/domain/instance-networking.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { pastedAddress } from '@granary/domain/pasted.ts'
import { useForm } from 'react-hook-form'
import { capitalize } from '../../../api/errors.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import type { FieldsByPath, FieldsOfBody } from '../../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField, TextField } from '../../../ui/fields/text-field.tsx'
import {
  emptyInterface,
  type InterfaceBody,
  interfaceBodyOf,
  type InterfaceValues,
} from './interface-values.ts'
import { type OtherInterfaces, PlaceFields } from './place-fields.tsx'
import { useSubnets, useVpcs } from './use-places.ts'

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
  others: OtherInterfaces
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
  const { control, watch } = form
  const vpc = watch('vpc')
  const kind = watch('stack')
  const vpcs = useVpcs(project)
  const subnets = useSubnets(project, vpc)
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
      <PlaceFields form={form} project={project} others={others} vpcs={vpcs} subnets={subnets} />
      <Bound control={control} name="stack">
        {(field) => <RadioGroup {...field} label="IP configuration" items={STACKS} />}
      </Bound>
      {kind !== 'v6' && (
        <Bound control={control} name="v4" problem={inBlock('ipv4Block')}>
          {(field) => <TextField {...field} {...ADDRESS} label="IPv4 address" tidy={pastedAddress} />}
        </Bound>
      )}
      {kind !== 'v4' && (
        <Bound control={control} name="v6" problem={inBlock('ipv6Block')}>
          {(field) => <TextField {...field} {...ADDRESS} label="IPv6 address" tidy={pastedAddress} />}
        </Bound>
      )}
    </FormPanel>
  )
}
