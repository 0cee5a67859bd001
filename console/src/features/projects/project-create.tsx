import { projectCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useOperation } from '../../api/operate.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useCreateRefusal } from './use-create-refusal.ts'

/** The panel that creates a project. */
export function ProjectCreate() {
  const navigate = useNavigate()
  const createProject = useOperation(projectCreate)
  const refusal = useCreateRefusal()
  const form = useForm({ defaultValues: { name: '', description: '', withVpc: true } })
  return (
    <FormPanel
      keepsDraft
      refusal={refusal}
      form={form}
      title="Create project"
      onDismiss={() => void navigate({ to: '/projects' })}
      onSubmit={async ({ withVpc, ...identity }) => {
        const project = await createProject({ body: withVpc ? identity : { ...identity, defaults: {} } })
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
      <Bound control={form.control} name="withVpc">
        {({ value, ...field }) => (
          <Checkbox
            {...field}
            isSelected={value}
            hint="A private network with a subnet, which instances join unless you choose another one."
          >
            Create a default VPC
          </Checkbox>
        )}
      </Bound>
    </FormPanel>
  )
}
