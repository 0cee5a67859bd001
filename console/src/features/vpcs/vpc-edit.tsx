import { vpcUpdate } from '@granary/contract/generated/client.ts'
import { nameProblem } from '@granary/domain/names.ts'
import { useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { IdentityFields } from '../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { NameField } from '../../ui/fields/text-field.tsx'
import { useVpc, useVpcPath } from './use-vpc.ts'

/** The panel that edits the names and the description of a VPC. Its IPv6 prefix can't change. */
export function VpcEdit() {
  const vpc = useVpc()
  const { project } = useVpcPath()
  const navigate = useNavigate()
  const updateVpc = useOperation(vpcUpdate)
  const { name, description, dnsName } = vpc
  const form = useEditForm({ name, description, dnsName })
  const toVpc = (to: string, replace = false) =>
    navigate({ to: '/projects/$project/vpcs/$vpc/firewall-rules', params: { project, vpc: to }, replace })
  return (
    <FormPanel
      form={form}
      title="Edit VPC"
      submitLabel="Update VPC"
      onDismiss={() => void toVpc(vpc.name)}
      onSubmit={async (values) => {
        const updated = await updateVpc({
          path: { vpc: vpc.id },
          body: { ...values, dnsName: values.dnsName || null },
        })
        toastChanged('VPC', updated.name, 'updated')
        // Back must not lead to a form that was sent.
        await toVpc(updated.name, true)
      }}
    >
      <Metadata of={vpc} />
      <IdentityFields control={form.control} />
      <Bound
        control={form.control}
        name="dnsName"
        problem={(value) => (value === '' ? null : nameProblem(value, 'DNS name'))}
      >
        {(field) => <NameField {...field} label="DNS name" optional />}
      </Bound>
    </FormPanel>
  )
}
