import { vpcSubnetCreate, vpcSubnetList } from '@granary/contract/generated/client.ts'
import { proposedSubnetV4, subnetV4Problem, subnetV6Problem } from '@granary/domain/subnets.ts'
import { pastedNetwork } from '@granary/domain/pasted.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../../api/operate.ts'
import { allQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { offerDefault } from '../../../app/kit/forms/offer-default.ts'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { TagsField } from '../../../kinds/tags/tags-field.tsx'
import { newTags } from '../../../kinds/tags/tag-text.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import { CustomRouterField, NO_ROUTER } from './custom-router-field.tsx'

const EMPTY = {
  name: '',
  description: '',
  tags: '',
  ipv4Block: '',
  ipv6Block: '',
  customRouter: NO_ROUTER,
}

const bodyOf = ({ tags, ipv4Block, ipv6Block, customRouter, ...identity }: typeof EMPTY) => ({
  ...identity,
  tags: newTags(tags),
  ipv4Block: ipv4Block.trim(),
  ...(ipv6Block.trim() && { ipv6Block: ipv6Block.trim() }),
  ...(customRouter !== NO_ROUTER && { customRouter }),
})

/** The panel that creates a subnet of a VPC. */
export function SubnetCreate() {
  const vpc = useVpc()
  const path = useVpcPath()
  const navigate = useNavigate()
  const createSubnet = useOperation(vpcSubnetCreate)
  const form = useForm({ defaultValues: EMPTY })
  const others = useQuery({
    ...allQuery(vpcSubnetList, { query: { vpc: vpc.id } }),
    throwOnError: false,
  }).data
  const proposed = others && proposedSubnetV4(others.map(({ ipv4Block }) => ipv4Block))
  useEffect(() => {
    if (proposed) offerDefault(form, 'ipv4Block', proposed)
  }, [form, proposed])
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/vpcs/$vpc/subnets', params: path, replace })
  return (
    <FormPanel
      form={form}
      title="Create VPC subnet"
      keepsDraft
      onDismiss={() => void toList()}
      onSubmit={async (values) => {
        const subnet = await createSubnet({ query: { vpc: vpc.id }, body: bodyOf(values) })
        toastChanged('Subnet', subnet.name, 'created')
        await toList(true)
      }}
    >
      <IdentityFields control={form.control} />
      <TagsField control={form.control} />
      <Bound control={form.control} name="ipv4Block" problem={(block) => subnetV4Problem(block.trim())}>
        {(field) => (
          <TextField
            {...field}
            label="IPv4 block"
            hint="Private addresses, such as 10.0.1.0/24, that no other subnet of the VPC has."
            required
            mono
            tidy={pastedNetwork}
          />
        )}
      </Bound>
      <Bound
        control={form.control}
        name="ipv6Block"
        problem={(block) => (block.trim() === '' ? null : subnetV6Problem(block.trim(), vpc.ipv6Prefix))}
      >
        {(field) => (
          <TextField
            {...field}
            label="IPv6 block"
            hint={`A /64 inside ${vpc.ipv6Prefix}. Leave it blank for a free one.`}
            optional
            mono
            tidy={pastedNetwork}
          />
        )}
      </Bound>
      <Bound control={form.control} name="customRouter">
        {(field) => <CustomRouterField {...field} vpcId={vpc.id} />}
      </Bound>
      <RelevantDocs links={NETWORKING_LINKS} />
    </FormPanel>
  )
}
