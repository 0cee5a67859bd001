import { instanceTemplateUpdate, instanceTemplateView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operate.ts'
import { namedQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { IdentityFields } from '../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'

const route = getRouteApi(
  '/authenticated/projects/$project/instance-templates-list/instance-templates/$template/edit',
)

/** The panel that edits the name and the description of a template. What it holds is saved from the form of an instance. */
export function TemplateEdit() {
  const { project, template: shown } = route.useParams()
  const extensions = usePageExtensions()
  const template = useView(
    namedQuery(
      extensions.call(instanceTemplateView),
      { path: { instanceTemplate: shown }, query: { project } },
      (id) => ({ path: { instanceTemplate: id } }),
    ),
  )
  const navigate = useNavigate()
  const update = useOperation(extensions.call(instanceTemplateUpdate))
  const { name, description } = template
  const form = useEditForm({ name, description })
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/instance-templates', params: { project }, replace })
  return (
    <FormPanel
      form={form}
      title="Edit template"
      submitLabel="Update template"
      onDismiss={() => void toList()}
      onSubmit={async (body) => {
        const updated = await update({ path: { instanceTemplate: template.id }, body })
        toastChanged('Template', updated.name, 'updated')
        await toList(true)
      }}
    >
      <Metadata of={template} />
      <IdentityFields control={form.control} />
    </FormPanel>
  )
}
