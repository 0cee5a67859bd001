import { vpcRouterCreate } from '@granary/contract/generated/client.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../../api/operate.ts'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { TagsField } from '../../../kinds/tags/tags-field.tsx'
import { newTags } from '../../../kinds/tags/tag-text.ts'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'

/** The panel that creates a custom router. */
export function RouterCreate() {
  const vpc = useVpc()
  const path = useVpcPath()
  const navigate = useNavigate()
  const createRouter = useOperation(vpcRouterCreate)
  const form = useForm({ defaultValues: { name: '', description: '', tags: '' } })
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/vpcs/$vpc/routers', params: path, replace })
  return (
    <FormPanel
      form={form}
      title="Create router"
      keepsDraft
      onDismiss={() => void toList()}
      onSubmit={async ({ tags, ...rest }) => {
        const body = { ...rest, tags: newTags(tags) }
        const router = await createRouter({ query: { vpc: vpc.id }, body })
        toastChanged('Router', router.name, 'created')
        await toList(true)
      }}
    >
      <IdentityFields control={form.control} />
      <TagsField control={form.control} />
      <RelevantDocs links={NETWORKING_LINKS} />
    </FormPanel>
  )
}
