import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useGroup, useGroupPath } from './use-group.ts'

/** The panel that edits the name and description of a group. Its policy can't change. */
export function GroupEdit() {
  const group = useGroup()
  const { project, kind } = useGroupPath()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useEditForm({ name: group.name, description: group.description })
  const toGroup = (name: string) => navigate({ href: kind.href(project, name) })
  return (
    <FormPanel
      form={form}
      title={`Edit ${kind.noun}`}
      submitLabel="Edit group"
      onDismiss={() => void toGroup(group.name)}
      onSubmit={async (body) => {
        const updated = await kind.update(queryClient, group.id, body)
        addToast({
          content: (
            <>
              {kind.title} <Highlight>{updated.name}</Highlight> updated
            </>
          ),
        })
        // Back must not lead to a form that was sent.
        await navigate({ href: kind.href(project, updated.name), replace: true })
      }}
    >
      <Metadata of={group} />
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
    </FormPanel>
  )
}
