import { projectCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Bound } from '../../app/kit/bound.tsx'
import { FormPanel } from '../../app/kit/form-panel.tsx'
import { useOperation } from '../../api/operate.ts'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useCreateRefusal } from './use-create-refusal.ts'

/** The panel that creates a project. */
export function ProjectCreate() {
  const navigate = useNavigate()
  const createProject = useOperation(projectCreate)
  const refusal = useCreateRefusal()
  const form = useForm({ defaultValues: { name: '', description: '' } })
  return (
    <FormPanel
      keepsDraft
      refusal={refusal}
      form={form}
      title="Create project"
      onDismiss={() => void navigate({ to: '/projects' })}
      onSubmit={async (body) => {
        const project = await createProject({ body })
        addToast({
          content: (
            <>
              Project <Highlight>{project.name}</Highlight> created
            </>
          ),
        })
        await navigate({ to: '/projects/$project/instances', params: { project: project.name } })
      }}
    >
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
    </FormPanel>
  )
}
