import type { Extensions } from '@granary/contract/call.ts'
import { instanceTemplateCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../../../app/kit/forms/form-dialog.tsx'
import { useOperation } from '../../../../api/operate.ts'
import { DescriptionField, NameField } from '../../../../ui/fields/text-field.tsx'
import { MessageBox } from '../../../../ui/message-box.tsx'
import { addToast } from '../../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../../ui/toast/toasts.tsx'
import { encodeUserData } from '../body.ts'
import type { InstanceValues } from '../values.ts'
import { templateBodyOf } from './template-body.ts'

type SaveTemplateProps = {
  extensions: Extensions
  project: string
  /** The form of the instance. */
  form: UseFormReturn<InstanceValues>
  /** Whether the form is filled in from an instance, whose user data nobody can read. */
  isLike: boolean
  onClose: () => void
}

/** Saves the form of an instance as a template of the project. */
export default function SaveTemplate({
  extensions,
  project,
  form: instance,
  isLike,
  onClose,
}: SaveTemplateProps) {
  const form = useForm({ defaultValues: { name: '', description: instance.getValues('description') } })
  const create = useOperation(extensions.call(instanceTemplateCreate), { waits: true })
  const values = useWatch({ control: instance.control }) as InstanceValues
  const { left } = templateBodyOf(values, '')
  const hasUserData =
    values.userDataFrom === 'text' ? values.userDataText !== '' : values.userDataFile !== null
  if (isLike && !hasUserData) left.push("the instance's user data")
  return (
    <FormDialog
      form={form}
      title="Save as template"
      submitLabel="Save template"
      onDismiss={onClose}
      onSubmit={async ({ name, description }) => {
        const { body } = templateBodyOf(values, await encodeUserData(values))
        await create({ query: { project }, body: { name, description, body } })
        addToast({
          content: (
            <>
              Template <Highlight>{name}</Highlight> saved
            </>
          ),
        })
        onClose()
      }}
    >
      <p className="text-sm text-text-muted">
        Everyone in the project can create instances from it
        {hasUserData && ', and read its user data. Put no passwords or tokens into it'}.
      </p>
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      {left.length > 0 && (
        <MessageBox>Not saved in the template: {new Intl.ListFormat('en').format(left)}.</MessageBox>
      )}
    </FormDialog>
  )
}
