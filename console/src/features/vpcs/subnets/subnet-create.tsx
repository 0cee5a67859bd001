import { vpcSubnetCreate } from '@granary/contract/generated/client.ts'
import { subnetV4Problem, subnetV6Problem } from '@granary/domain/subnets.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../../api/operate.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import { FormPanel } from '../../../app/kit/form-panel.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import { CustomRouterField, NO_ROUTER } from './custom-router-field.tsx'

/** The panel that creates a subnet of a VPC. */
export function SubnetCreate() {
  const vpc = useVpc()
  const path = useVpcPath()
  const navigate = useNavigate()
  const createSubnet = useOperation(vpcSubnetCreate)
  const form = useForm({
    defaultValues: { name: '', description: '', ipv4Block: '', ipv6Block: '', customRouter: NO_ROUTER },
  })
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/vpcs/$vpc/subnets', params: path, replace })
  return (
    <FormPanel
      form={form}
      title="Create VPC subnet"
      keepsDraft
      onDismiss={() => void toList()}
      onSubmit={async ({ name, description, ipv4Block, ipv6Block, customRouter }) => {
        const subnet = await createSubnet({
          query: { vpc: vpc.id },
          body: {
            name,
            description,
            ipv4Block: ipv4Block.trim(),
            ...(ipv6Block.trim() && { ipv6Block: ipv6Block.trim() }),
            ...(customRouter !== NO_ROUTER && { customRouter }),
          },
        })
        toastChanged('Subnet', subnet.name, 'created')
        await toList(true)
      }}
    >
      <IdentityFields control={form.control} />
      <Bound control={form.control} name="ipv4Block" problem={(block) => subnetV4Problem(block.trim())}>
        {(field) => (
          <TextField
            {...field}
            label="IPv4 block"
            hint="Private addresses, such as 10.0.1.0/24, that no other subnet of the VPC has."
            required
            mono
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
