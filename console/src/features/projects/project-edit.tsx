import { refusalOf } from '../../app/permissions.ts'
import { projectUpdate, projectView } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { namedQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { useOperation } from '../../api/operate.ts'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

const route = getRouteApi('/authenticated/silo/projects-list/projects/$project/edit')

/** The panel that edits a project's name and description. */
export function ProjectEdit() {
  const { project: name } = route.useParams()
  const project = useView(
    namedQuery(projectView, { path: { project: name } }, (id) => ({ path: { project: id } })),
  )
  const navigate = useNavigate()
  const updateProject = useOperation(projectUpdate)
  const form = useEditForm({ name: project.name, description: project.description })
  return (
    <ReadOnly value={refusalOf(project.myRole, 'modify')}>
      <FormPanel
        form={form}
        title="Edit project"
        submitLabel="Update project"
        onDismiss={() => void navigate({ to: '/projects' })}
        onSubmit={async (body) => {
          const updated = await updateProject({ path: { project: project.id }, body })
          addToast({
            content: (
              <>
                Project <Highlight>{updated.name}</Highlight> updated
              </>
            ),
          })
          await navigate({ to: '/projects' })
        }}
      >
        <Metadata of={project} />
        <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
          {(field) => <NameField {...field} />}
        </Bound>
        <Bound control={form.control} name="description" problem={descriptionProblem}>
          {(field) => <DescriptionField {...field} />}
        </Bound>
      </FormPanel>
    </ReadOnly>
  )
}
