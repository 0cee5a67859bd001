import { externalSubnetCreate } from '@granary/contract/generated/client.ts'
import { explicitSubnetProblem } from '@granary/domain/subnet-pools.ts'
import { pastedNetwork } from '@granary/domain/pasted.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useProject } from '../../app/route-params.ts'
import { IdentityFields } from '../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { TagsField } from '../../kinds/tags/tags-field.tsx'
import { newTags } from '../../kinds/tags/tag-text.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { EXTERNAL_SUBNET_DOCS } from './docs.ts'
import { FromPoolFields } from './from-pool-fields.tsx'
import { allocatorOf, DEFAULTS, type Values } from './values.ts'

const FIELDS = {
  'allocator.poolSelector': 'pool',
  'allocator.prefixLength': 'prefixLength',
  'allocator.subnet': 'subnet',
  allocator: 'pool',
} as const satisfies FieldsOfBody<'externalSubnetCreate', Values>

const ALLOCATIONS = [
  { value: 'auto' as const, label: 'Auto', description: 'Takes the first free subnet of a pool.' },
  {
    value: 'explicit' as const,
    label: 'Explicit',
    description: 'Takes a subnet that you know, if it is free and in a pool of the silo.',
  },
]

/** The panel that creates an external subnet: the first free one of a pool, or a given one. */
export function ExternalSubnetCreate() {
  const project = useProject()
  const navigate = useNavigate()
  const create = useOperation(externalSubnetCreate)
  const form = useForm<Values>({ defaultValues: DEFAULTS })
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/external-subnets', params: { project }, replace })
  return (
    <FormPanel
      form={form}
      title="Create external subnet"
      fields={FIELDS}
      keepsDraft
      onDismiss={() => void toList()}
      onSubmit={async (values) => {
        const { name, description, tags } = values
        const body = { name, description, tags: newTags(tags), allocator: allocatorOf(values) }
        const created = await create({ query: { project }, body })
        toastChanged('External subnet', created.name, 'created')
        await toList(true)
      }}
    >
      <IdentityFields control={form.control} />
      <TagsField control={form.control} />
      <Bound control={form.control} name="allocation">
        {(field) => <RadioGroup {...field} label="Allocation method" items={ALLOCATIONS} />}
      </Bound>
      {form.watch('allocation') === 'auto' ? (
        <FromPoolFields form={form} />
      ) : (
        <Bound
          key="subnet"
          control={form.control}
          name="subnet"
          problem={(text) => explicitSubnetProblem(text.trim())}
        >
          {(field) => (
            <TextField
              {...field}
              label="Subnet CIDR"
              hint="The subnet to take, such as 198.51.100.16/28"
              required
              mono
              tidy={pastedNetwork}
            />
          )}
        </Bound>
      )}
      <RelevantDocs links={EXTERNAL_SUBNET_DOCS.links} />
    </FormPanel>
  )
}
