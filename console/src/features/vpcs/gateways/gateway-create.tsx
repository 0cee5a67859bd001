import { internetGatewayCreate } from '@granary/contract/generated/client.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../../api/operate.ts'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { TagsField } from '../../../kinds/tags/tags-field.tsx'
import { newTags } from '../../../kinds/tags/tag-text.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'

/** The panel that creates an internet gateway. */
export function GatewayCreate() {
  const vpc = useVpc()
  const path = useVpcPath()
  const navigate = useNavigate()
  const createGateway = useOperation(internetGatewayCreate)
  const form = useForm({ defaultValues: { name: '', description: '', tags: '' } })
  return (
    <FormPanel
      form={form}
      title="Create internet gateway"
      keepsDraft
      onDismiss={() => void navigate({ to: '/projects/$project/vpcs/$vpc/internet-gateways', params: path })}
      onSubmit={async ({ tags, ...rest }) => {
        const body = { ...rest, tags: newTags(tags) }
        const gateway = await createGateway({ query: { vpc: vpc.id }, body })
        toastChanged('Internet gateway', gateway.name, 'created')
        await navigate({
          to: '/projects/$project/vpcs/$vpc/internet-gateways/$gateway',
          params: { ...path, gateway: gateway.name },
          replace: true,
        })
      }}
    >
      <MessageBox>
        A new gateway has no IP pools. Attach one next, and add a route to the gateway to a custom router.
      </MessageBox>
      <IdentityFields control={form.control} />
      <TagsField control={form.control} />
      <RelevantDocs links={NETWORKING_LINKS} />
    </FormPanel>
  )
}
