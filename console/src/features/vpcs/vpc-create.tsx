import { vpcCreate } from '@granary/contract/generated/client.ts'
import { nameProblem } from '@granary/domain/names.ts'
import { vpcPrefixProblem } from '@granary/domain/subnets.ts'
import { pastedNetwork } from '@granary/domain/pasted.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { offerDefault } from '../../app/kit/forms/offer-default.ts'
import { useProject } from '../../app/route-params.ts'
import { IdentityFields } from '../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { TagsField } from '../../kinds/tags/tags-field.tsx'
import { newTags } from '../../kinds/tags/tag-text.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { NameField, TextField } from '../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from './docs.ts'

/** The panel that creates a VPC. */
export function VpcCreate() {
  const project = useProject()
  const navigate = useNavigate()
  const createVpc = useOperation(vpcCreate)
  const form = useForm({
    defaultValues: { name: '', description: '', tags: '', dnsName: '', ipv6Prefix: '', withSubnet: true },
  })
  const name = form.watch('name')
  useEffect(() => offerDefault(form, 'dnsName', name), [form, name])
  return (
    <FormPanel
      form={form}
      title="Create VPC"
      keepsDraft
      onDismiss={() => void navigate({ to: '/projects/$project/vpcs', params: { project } })}
      onSubmit={async ({ ipv6Prefix, withSubnet, tags, ...rest }) => {
        const prefix = ipv6Prefix.trim()
        const vpc = await createVpc({
          query: { project },
          body: {
            ...rest,
            tags: newTags(tags),
            ...(prefix && { ipv6Prefix: prefix }),
            ...(!withSubnet && { defaults: {} }),
          },
        })
        toastChanged('VPC', vpc.name, 'created')
        await navigate({
          to: '/projects/$project/vpcs/$vpc/firewall-rules',
          params: { project, vpc: vpc.name },
        })
      }}
    >
      <IdentityFields control={form.control} />
      <TagsField control={form.control} />
      <Bound control={form.control} name="dnsName" problem={(value) => nameProblem(value, 'DNS name')}>
        {(field) => <NameField {...field} label="DNS name" />}
      </Bound>
      <Bound
        control={form.control}
        name="ipv6Prefix"
        problem={(value) => (value.trim() === '' ? null : vpcPrefixProblem(value.trim()))}
      >
        {(field) => (
          <TextField
            {...field}
            label="IPv6 prefix"
            hint="A unique local /48, such as fd00:1122:3344::/48. Leave it blank for a random one."
            optional
            mono
            tidy={pastedNetwork}
          />
        )}
      </Bound>
      <Bound control={form.control} name="withSubnet">
        {({ value, ...field }) => (
          <Checkbox
            {...field}
            isSelected={value}
            hint="A subnet named default, from which instances get their private addresses."
          >
            Create a default subnet
          </Checkbox>
        )}
      </Bound>
      <RelevantDocs links={NETWORKING_LINKS} />
    </FormPanel>
  )
}
