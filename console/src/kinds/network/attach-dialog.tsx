import { instanceList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import type { FieldsByPath } from '../../app/kit/forms/field-problems.ts'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { MessageBox } from '../../ui/message-box.tsx'

type AttachDialogProps = {
  project: string
  title: string
  /** Fields of the request that the instance is about, if they have another name. */
  fields?: FieldsByPath<{ instance: string | null }>
  /** What the attached instance gets. */
  notice: ReactNode
  onAttach: (instance: string) => Promise<void>
  onClose: () => void
}

/** Attaches something of a project to one of its instances. */
export function AttachDialog(props: AttachDialogProps) {
  const { project, title, fields, notice, onAttach, onClose } = props
  const instances = useQuery({ ...allQuery(instanceList, { query: { project } }), throwOnError: false })
  const form = useForm({ defaultValues: { instance: null as string | null } })
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel="Attach"
      {...(fields && { fields })}
      onDismiss={onClose}
      onSubmit={async ({ instance }) => {
        await onAttach(instance!)
        onClose()
      }}
    >
      <MessageBox>{notice}</MessageBox>
      <Bound control={form.control} name="instance" problem={required('Instance')}>
        {(field) => (
          <Listbox
            {...field}
            label="Instance"
            placeholder="Select an instance"
            noItems="No instances found"
            isLoading={instances.isLoading}
            required
            items={(instances.data ?? []).map(({ id, name, description }) => ({
              value: id,
              label: name,
              description,
            }))}
          />
        )}
      </Bound>
    </FormDialog>
  )
}
